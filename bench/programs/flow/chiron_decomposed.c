/* Chiron, a user interface: the user gives commands to a client, whose data type raises an event for
 * each of its operations. Artists register for events with the dispatcher, are told of them, and
 * draw on the display. In this version each event has a dispatcher of
 * its own. */
#include "chiron.h"

/* Requests to a dispatcher: a rendezvous. */
enum { NONE, SERVED, RAISE, CLOSE };
#define REGISTER(artist) (2 + 2 * (artist))
#define UNREGISTER(artist) (3 + 2 * (artist))

struct desk {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int request;
};
#define UNUSED {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NONE}
static struct desk desks[3] = {[1] = UNUSED, [2] = UNUSED};

/* registered[a][e]: artist a is to be told of event e. Only the event's dispatcher knows. */
static int registered[N + 1][3];

static void ask(int event, int wanted) {
    struct desk *desk = &desks[event];
    pthread_mutex_lock(&desk->lock);
    while (desk->request != NONE)
        pthread_cond_wait(&desk->changed, &desk->lock);
    desk->request = wanted;
    pthread_cond_broadcast(&desk->changed);
    while (desk->request != SERVED)
        pthread_cond_wait(&desk->changed, &desk->lock);
    desk->request = NONE;
    pthread_cond_broadcast(&desk->changed);
    pthread_mutex_unlock(&desk->lock);
}

static void enroll(int artist, int event) {
    registered[artist][event] = 1;
}

static void strike(int artist, int event) {
    registered[artist][event] = 0;
}

static void notify(int event) {
#define TELL(artist)                                                                               \
    if (registered[artist][event])                                                                 \
        tell(artist, event);
    EACH(TELL)
}

static void *dispatcher(void *argument) {
    long event = (long)argument;
    struct desk *desk = &desks[event];
    int open = 1;
    while (open) {
        pthread_mutex_lock(&desk->lock);
        while (desk->request == NONE || desk->request == SERVED)
            pthread_cond_wait(&desk->changed, &desk->lock);
        switch (desk->request) {
        case RAISE:
            notify(event);
            break;
#define SERVE(artist)                                                                              \
    case REGISTER(artist):                                                                         \
        enroll(artist, event);                                                                     \
        break;                                                                                     \
    case UNREGISTER(artist):                                                                       \
        strike(artist, event);                                                                     \
        break;
            EACH(SERVE)
        default:
            open = 0;
        }
        desk->request = SERVED;
        pthread_cond_broadcast(&desk->changed);
        pthread_mutex_unlock(&desk->lock);
    }
    return NULL;
}

/* The client's data type: every operation raises an event. */
static void *adt(void *argument) {
    (void)argument;
    for (;;) {
        hear(&operation);
        switch (operation.command) {
        case INSERT:
            th_mark("insert");
            ask(1, RAISE);
            break;
        case REMOVE:
            th_mark("remove");
            ask(2, RAISE);
            break;
        default:
            EACH(DISMISS)
            return NULL;
        }
        carried_out(&operation);
    }
}

/* Whether an artist has registered for event 2, which it does when event 1 has come. */
static int attentive[N + 1];

static void *artist(void *argument) {
    long me = (long)argument;
    ask(1, REGISTER(me));
    for (;;) {
        pthread_mutex_lock(&news[me].lock);
        while (!news[me].event[1] && !news[me].event[2] && !news[me].closing)
            pthread_cond_wait(&news[me].changed, &news[me].lock);
        if (news[me].event[1]) {
            news[me].event[1] = 0;
            pthread_mutex_unlock(&news[me].lock);
            draw(me, 1);
            if (!attentive[me]) {
                ask(2, REGISTER(me));
                attentive[me] = 1;
            }
        } else if (news[me].event[2]) {
            news[me].event[2] = 0;
            pthread_mutex_unlock(&news[me].lock);
            draw(me, 2);
            if (attentive[me]) {
                ask(2, UNREGISTER(me));
                attentive[me] = 0;
            }
        } else {
            pthread_mutex_unlock(&news[me].lock);
            break;
        }
    }
    if (attentive[me])
        ask(2, UNREGISTER(me));
    ask(1, UNREGISTER(me));
    return NULL;
}

int main(void) {
    pthread_t threads[6], artists[N + 1];
    pthread_create(&threads[0], NULL, dispatcher, (void *)1);
    pthread_create(&threads[1], NULL, dispatcher, (void *)2);
    pthread_create(&threads[2], NULL, adt, NULL);
#define START(i) pthread_create(&artists[i], NULL, artist, (void *)i);
    EACH(START)
    pthread_create(&threads[3], NULL, client, NULL);
    pthread_create(&threads[4], NULL, user, NULL);
    pthread_create(&threads[5], NULL, display, NULL);
    pthread_join(threads[2], NULL);
    pthread_join(threads[3], NULL);
    pthread_join(threads[4], NULL);
#define JOIN(i) pthread_join(artists[i], NULL);
    EACH(JOIN)
    ask(1, CLOSE);
    ask(2, CLOSE);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    dark = 1;
    put(&picture);
    pthread_join(threads[5], NULL);
    return 0;
}
