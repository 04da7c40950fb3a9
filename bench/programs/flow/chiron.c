/* Chiron, a user interface: the user gives commands to a client, whose data type raises an event for
 * each of its operations. Artists register for events with the dispatcher, are told of them, and
 * draw on the display. In this version one dispatcher serves all events. */
#include "chiron.h"

/* Requests to the dispatcher: a rendezvous. */
enum { NONE, SERVED, CLOSE = 4 };
#define RAISE(event) (1 + (event))
#define REGISTER(artist, event) (4 * (artist) + (event))
#define UNREGISTER(artist, event) (4 * (artist) + 2 + (event))

static pthread_mutex_t desk = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t desk_changed = PTHREAD_COND_INITIALIZER;
static int request;

/* registered[a][e]: artist a is to be told of event e. Only the dispatcher knows. */
static int registered[N + 1][3];

static void ask(int wanted) {
    pthread_mutex_lock(&desk);
    while (request != NONE)
        pthread_cond_wait(&desk_changed, &desk);
    request = wanted;
    pthread_cond_broadcast(&desk_changed);
    while (request != SERVED)
        pthread_cond_wait(&desk_changed, &desk);
    request = NONE;
    pthread_cond_broadcast(&desk_changed);
    pthread_mutex_unlock(&desk);
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
    (void)argument;
    int artists = N;
    while (artists > 0) {
        pthread_mutex_lock(&desk);
        while (request == NONE || request == SERVED)
            pthread_cond_wait(&desk_changed, &desk);
        switch (request) {
        case RAISE(1):
            notify(1);
            break;
        case RAISE(2):
            notify(2);
            break;
#define SERVE(artist)                                                                              \
    case REGISTER(artist, 1):                                                                      \
        enroll(artist, 1);                                                                         \
        break;                                                                                     \
    case REGISTER(artist, 2):                                                                      \
        enroll(artist, 2);                                                                         \
        break;                                                                                     \
    case UNREGISTER(artist, 1):                                                                    \
        strike(artist, 1);                                                                         \
        artists--;                                                                                 \
        break;                                                                                     \
    case UNREGISTER(artist, 2):                                                                    \
        strike(artist, 2);                                                                         \
        break;
            EACH(SERVE)
        default:
            EACH(DISMISS)
        }
        request = SERVED;
        pthread_cond_broadcast(&desk_changed);
        pthread_mutex_unlock(&desk);
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
            ask(RAISE(1));
            break;
        case REMOVE:
            th_mark("remove");
            ask(RAISE(2));
            break;
        default:
            ask(CLOSE);
            return NULL;
        }
        carried_out(&operation);
    }
}

/* Whether an artist has registered for event 2, which it does when event 1 has come. */
static int attentive[N + 1];

static void *artist(void *argument) {
    long me = (long)argument;
    ask(REGISTER(me, 1));
    for (;;) {
        pthread_mutex_lock(&news[me].lock);
        while (!news[me].event[1] && !news[me].event[2] && !news[me].closing)
            pthread_cond_wait(&news[me].changed, &news[me].lock);
        if (news[me].event[1]) {
            news[me].event[1] = 0;
            pthread_mutex_unlock(&news[me].lock);
            draw(me, 1);
            if (!attentive[me]) {
                ask(REGISTER(me, 2));
                attentive[me] = 1;
            }
        } else if (news[me].event[2]) {
            news[me].event[2] = 0;
            pthread_mutex_unlock(&news[me].lock);
            draw(me, 2);
            if (attentive[me]) {
                ask(UNREGISTER(me, 2));
                attentive[me] = 0;
            }
        } else {
            pthread_mutex_unlock(&news[me].lock);
            break;
        }
    }
    if (attentive[me])
        ask(UNREGISTER(me, 2));
    ask(UNREGISTER(me, 1));
    return NULL;
}

int main(void) {
    pthread_t threads[5], artists[N + 1];
    pthread_create(&threads[0], NULL, dispatcher, NULL);
    pthread_create(&threads[1], NULL, adt, NULL);
#define START(i) pthread_create(&artists[i], NULL, artist, (void *)i);
    EACH(START)
    pthread_create(&threads[2], NULL, client, NULL);
    pthread_create(&threads[3], NULL, user, NULL);
    pthread_create(&threads[4], NULL, display, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    pthread_join(threads[2], NULL);
    pthread_join(threads[3], NULL);
#define JOIN(i) pthread_join(artists[i], NULL);
    EACH(JOIN)
    dark = 1;
    put(&picture);
    pthread_join(threads[4], NULL);
    return 0;
}
