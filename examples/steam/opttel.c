/* The optical telegraph, with the deadlock that G. J. Holzmann describes in "Design and
 * Validation of Computer Protocols": StEAM's `opttel`.
 *
 *   trailhound check examples/steam/opttel.c                    two stations
 *   trailhound check examples/steam/opttel.c -DN=20             twenty
 *   trailhound check examples/steam/opttel.c -DFIXED            no error
 *   gcc -pthread -Ihelpers/c -DN=5 examples/steam/opttel.c      an ordinary program
 *
 * N stations stand in a ring. A station has one pair of arms, and one man to send with them,
 * one to receive. To send, a man occupies his station's arms, shows START and waits until the
 * next station shows ATTENTION; for that the man there needs the arms of his own station. If
 * every station begins to send, all arms are occupied, and nobody answers anybody.
 */
#include <pthread.h>
#include <trailhound.h>

#ifndef N
#define N 2
#endif

enum signal { REST, START, ATTENTION, STOP };

/* The line of sight from a station to the next, and what is shown on it. */
struct line {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum signal shown;
};

static struct line lines[N];
static pthread_mutex_t arms[N];

static void show(struct line *line, enum signal signal) {
    pthread_mutex_lock(&line->lock);
    line->shown = signal;
    pthread_cond_signal(&line->changed);
    pthread_mutex_unlock(&line->lock);
}

static void await(struct line *line, enum signal signal) {
    pthread_mutex_lock(&line->lock);
    while (line->shown != signal)
        pthread_cond_wait(&line->changed, &line->lock);
    pthread_mutex_unlock(&line->lock);
}

static void send_message(int station) {
    struct line *ahead = &lines[station];
    pthread_mutex_lock(&arms[station]);
    show(ahead, START);
    await(ahead, ATTENTION); /* with the own arms occupied: who asks us must wait as well */
    show(ahead, STOP);
    await(ahead, REST);
    pthread_mutex_unlock(&arms[station]);
}

static void receive_message(int station) {
    struct line *behind = &lines[(station + N - 1) % N];
    await(behind, START);
    pthread_mutex_lock(&arms[station]);
    show(behind, ATTENTION);
    await(behind, STOP);
    show(behind, REST);
    pthread_mutex_unlock(&arms[station]);
}

static void *sender(void *station) {
    send_message((int)(long)station);
    return NULL;
}

static void *receiver(void *station_number) {
    int station = (int)(long)station_number;
    receive_message(station);
#ifdef FIXED
    if (station == N - 1) /* here one man does both, and listens before he speaks */
        send_message(station);
#endif
    return NULL;
}

int main(void) {
    pthread_t men[2 * N];
    int count = 0;

    /* All stations are manned in one step, as in the paper. */
    th_atomic_begin();
    for (int station = 0; station < N; station++) {
        pthread_mutex_init(&arms[station], NULL);
        pthread_mutex_init(&lines[station].lock, NULL);
        pthread_cond_init(&lines[station].changed, NULL);
    }
    for (long station = 0; station < N; station++) {
        pthread_create(&men[count++], NULL, receiver, (void *)station);
#ifdef FIXED
        if (station == N - 1)
            continue;
#endif
        pthread_create(&men[count++], NULL, sender, (void *)station);
    }
    th_atomic_end();

    while (count > 0)
        pthread_join(men[--count], NULL);
    return 0;
}
