/* The resolution advisory of a collision avoidance system: from what is known of the own
 * aircraft and of the threat, advise to climb, to descend, or nothing. The inputs are data
 * choices around the thresholds, as far as they matter once the advisory is enabled. The rules are property functions: each says what must hold of
 * the advisory once there is one (properties 1 to 5 of the paper, two rules each). */
#include <stdbool.h>
#include <trailhound.h>

enum { MOST_CLIMB_RATE = 600, MOST_VERTICAL_DISTANCE = 600, LEAST_SEPARATION = 300, BIAS = 100 };

enum advisory { NOT_YET, NONE, CLIMB, DESCEND };

static int vertical_distance, own_altitude, other_altitude, own_climb_rate;
static int separation_if_climbing, separation_if_descending, protected_distance;
static bool is_confident, is_tracked, other_is_equipped, other_has_intent, climb_is_inhibited;
static enum advisory advisory;

static bool is_below(void) { return own_altitude < other_altitude; }

static bool is_above(void) { return other_altitude < own_altitude; }

/* Whether climbing is preferred; an aircraft that cannot climb well gets a bias for it. */
static bool prefers_climb(void) {
    int climbing = separation_if_climbing;
    if (climb_is_inhibited)
        climbing += BIAS;
    return climbing > separation_if_descending;
}

static bool may_climb(void) {
    if (prefers_climb())
        return !is_below() || separation_if_descending < protected_distance;
    return is_above() && vertical_distance >= LEAST_SEPARATION &&
           separation_if_climbing >= protected_distance;
}

static bool may_descend(void) {
    if (prefers_climb())
        return is_below() && vertical_distance >= LEAST_SEPARATION &&
               separation_if_descending >= protected_distance;
    return !is_above() || separation_if_climbing >= protected_distance;
}

static enum advisory resolve(void) {
    bool is_enabled = is_confident && own_climb_rate <= MOST_CLIMB_RATE &&
                      vertical_distance > MOST_VERTICAL_DISTANCE;
    bool intent_is_unknown = is_tracked && !other_has_intent;
    if (!is_enabled || (other_is_equipped && !intent_is_unknown))
        return NONE;
    bool climb = may_climb() && is_below();
    bool descend = may_descend() && is_above();
    if (climb == descend)
        return NONE;
    return climb ? CLIMB : DESCEND;
}

static bool climbing_is_safe(void) { return separation_if_climbing >= protected_distance; }

static bool descending_is_safe(void) { return separation_if_descending >= protected_distance; }

/* Safe advisory selection: not the direction in which alone the separation is too small. */
bool safe_1(void) {
    return !(climbing_is_safe() && !descending_is_safe()) || advisory != DESCEND;
}
bool safe_2(void) {
    return !(!climbing_is_safe() && descending_is_safe()) || advisory != CLIMB;
}

/* Best advisory selection: if both are too small, not the smaller one. */
bool best_1(void) {
    return climbing_is_safe() || descending_is_safe() ||
           separation_if_descending >= separation_if_climbing || advisory != DESCEND;
}
bool best_2(void) {
    return climbing_is_safe() || descending_is_safe() ||
           separation_if_climbing >= separation_if_descending || advisory != CLIMB;
}

/* Avoid unnecessary crossing: if both are large enough, not through the altitude of the threat. */
bool unnecessary_1(void) {
    return !climbing_is_safe() || !descending_is_safe() || !is_above() || advisory != DESCEND;
}
bool unnecessary_2(void) {
    return !climbing_is_safe() || !descending_is_safe() || !is_below() || advisory != CLIMB;
}

/* No crossing advisory selection: never through the altitude of the threat. */
bool crossing_1(void) { return !is_above() || advisory != DESCEND; }
bool crossing_2(void) { return !is_below() || advisory != CLIMB; }

/* Optimal advisory selection: the direction with the larger separation. */
bool optimal_1(void) {
    return separation_if_descending >= separation_if_climbing || advisory != DESCEND;
}
bool optimal_2(void) {
    return separation_if_climbing >= separation_if_descending || advisory != CLIMB;
}

/* The advisory is enabled; what is left to choose is the situation. */
int main(void) {
    static const int distances[] = {400, 500, 640, 740};
    is_confident = is_tracked = other_is_equipped = true;
    other_has_intent = false;
    own_climb_rate = MOST_CLIMB_RATE;
    vertical_distance = MOST_VERTICAL_DISTANCE + 1;
    climb_is_inhibited = th_toss(2);
    own_altitude = 1000 * (int)th_toss(3);
    other_altitude = 1000 * (int)th_toss(3);
    protected_distance = distances[th_toss(4)];
    separation_if_climbing = 70 * (int)th_toss(12);
    separation_if_descending = 70 * (int)th_toss(12);
    advisory = resolve();
    return 0;
}
