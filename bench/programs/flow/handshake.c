/* The three-way handshake by which two machines open a connection: SYN, then SYN and ACK together,
 * then ACK; after that data and its echo, and FIN. In each direction a line carries the segments,
 * one at a time. */
#include "slot.h"

enum segment { NOTHING, SYN, SYN_ACK, ACK, DATA, FIN };

struct line {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* What the sender has given to the line, and what has arrived at the other end. */
    enum segment given, arrived;
};
#define QUIET {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NOTHING, NOTHING}

static struct line up = QUIET, down = QUIET;

static void give(struct line *line, enum segment segment) {
    pthread_mutex_lock(&line->lock);
    while (line->given != NOTHING)
        pthread_cond_wait(&line->changed, &line->lock);
    line->given = segment;
    pthread_cond_broadcast(&line->changed);
    pthread_mutex_unlock(&line->lock);
}

/* The next segment that arrives must be this one or the other, and it is told which. */
static int receive(struct line *line, enum segment one, enum segment other) {
    pthread_mutex_lock(&line->lock);
    while (line->arrived != one && line->arrived != other)
        pthread_cond_wait(&line->changed, &line->lock);
    int is_one = line->arrived == one;
    line->arrived = NOTHING;
    pthread_cond_broadcast(&line->changed);
    pthread_mutex_unlock(&line->lock);
    return is_one;
}

static void await(struct line *line, enum segment segment) {
    pthread_mutex_lock(&line->lock);
    while (line->arrived != segment)
        pthread_cond_wait(&line->changed, &line->lock);
    line->arrived = NOTHING;
    pthread_cond_broadcast(&line->changed);
    pthread_mutex_unlock(&line->lock);
}

static void *carrier(void *argument) {
    struct line *line = argument;
    int open = 1;
    while (open) {
        pthread_mutex_lock(&line->lock);
        while (line->given == NOTHING || line->arrived != NOTHING)
            pthread_cond_wait(&line->changed, &line->lock);
        switch (line->given) {
        case SYN:
            line->arrived = SYN;
            break;
        case SYN_ACK:
            line->arrived = SYN_ACK;
            break;
        case ACK:
            line->arrived = ACK;
            break;
        case DATA:
            line->arrived = DATA;
            break;
        default:
            line->arrived = FIN;
            open = 0;
        }
        line->given = NOTHING;
        pthread_cond_broadcast(&line->changed);
        pthread_mutex_unlock(&line->lock);
    }
    return NULL;
}

static void *client(void *argument) {
    (void)argument;
    th_mark("connect");
    give(&up, SYN);
    await(&down, SYN_ACK);
    th_mark("connected");
    give(&up, ACK);
    do {
        th_mark("ask");
        give(&up, DATA);
        await(&down, DATA);
        th_mark("answered");
    } while (th_toss(2));
    th_mark("hang up");
    give(&up, FIN);
    await(&down, FIN);
    return NULL;
}

static void *server(void *argument) {
    (void)argument;
    await(&up, SYN);
    th_mark("called");
    give(&down, SYN_ACK);
    await(&up, ACK);
    th_mark("accepted");
    while (receive(&up, DATA, FIN)) {
        th_mark("answer");
        give(&down, DATA);
    }
    th_mark("closed");
    give(&down, FIN);
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, carrier, &up);
    pthread_create(&threads[1], NULL, carrier, &down);
    pthread_create(&threads[2], NULL, client, NULL);
    pthread_create(&threads[3], NULL, server, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    pthread_join(threads[2], NULL);
    pthread_join(threads[3], NULL);
    return 0;
}
