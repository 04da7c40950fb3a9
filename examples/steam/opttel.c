/* The optical telegraph, with the deadlock that G. J. Holzmann describes in "Design and
 * Validation of Computer Protocols": StEAM's `opttel`.
 *
 *   trailhound check examples/steam/opttel.c                    two stations
 *   trailhound check examples/steam/opttel.c -DN=20             twenty
 *   trailhound check examples/steam/opttel.c -DFIXED            no error
 *   gcc -pthread -Iannotations/c -DN=5 examples/steam/opttel.c      an ordinary program that runs for ever
 *
 * N stations stand in a ring. A station has one pair of arms, and one man to send with them,
 * one to receive. To send, a man occupies his station's arms, shows START and waits until the
 * next station shows ATTENTION; for that the man there needs the arms of his own station. If
 * every station begins to send, all arms are occupied, and nobody answers anybody.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <trailhound.h>

#ifndef N
#define N 2
#endif

enum signal { REST, START, ATTENTION, STOP };

/* The line of sight from a station to the next: what is shown on it, and who looks up. */
struct line {
    _Atomic enum signal shown;
    sem_t sender, receiver; /* posted when there is something new to see */
};

static struct line lines[N];
static pthread_mutex_t arms[N];

static void show(struct line *line, enum signal signal, sem_t *viewer) {
    line->shown = signal;
    sem_post(viewer);
}

static void await(struct line *line, enum signal signal, sem_t *viewer) {
    do
        sem_wait(viewer);
    while (line->shown != signal);
}

static void send_message(int station) {
    struct line *ahead = &lines[station];
#ifdef FIXED
    /* Both ends are occupied beforehand, the lower number first: nobody can wait in a circle. */
    int next = (station + 1) % N;
    int lower = station < next ? station : next;
    int upper = station < next ? next : station;
    pthread_mutex_lock(&arms[lower]);
    pthread_mutex_lock(&arms[upper]);
#else
    pthread_mutex_lock(&arms[station]);
#endif
    show(ahead, START, &ahead->receiver);
    await(ahead, ATTENTION, &ahead->sender); /* meanwhile nobody here can answer the station behind */
    show(ahead, STOP, &ahead->receiver);
    await(ahead, REST, &ahead->sender);
#ifdef FIXED
    pthread_mutex_unlock(&arms[upper]);
    pthread_mutex_unlock(&arms[lower]);
#else
    pthread_mutex_unlock(&arms[station]);
#endif
}

static void receive_message(int station) {
    struct line *behind = &lines[(station + N - 1) % N];
    await(behind, START, &behind->receiver);
#ifndef FIXED
    pthread_mutex_lock(&arms[station]);
#endif
    show(behind, ATTENTION, &behind->sender);
    await(behind, STOP, &behind->receiver);
    show(behind, REST, &behind->sender);
#ifndef FIXED
    pthread_mutex_unlock(&arms[station]);
#endif
}

static void *sender(void *station) {
    for (;;)
        send_message((int)(long)station);
    return NULL;
}

static void *receiver(void *station) {
    for (;;)
        receive_message((int)(long)station);
    return NULL;
}

int main(void) {
    pthread_t senders[N], receivers[N];

    /* All stations are manned in one step, as in the paper. */
    th_atomic_begin();
    for (int station = 0; station < N; station++) {
        pthread_mutex_init(&arms[station], NULL);
        sem_init(&lines[station].sender, 0, 0);
        sem_init(&lines[station].receiver, 0, 0);
    }
    for (long station = 0; station < N; station++) {
        pthread_create(&senders[station], NULL, sender, (void *)station);
        pthread_create(&receivers[station], NULL, receiver, (void *)((station + 1) % N));
    }
    th_atomic_end();

    for (int station = 0; station < N; station++) {
        pthread_join(senders[station], NULL); /* they never leave */
        pthread_join(receivers[station], NULL);
    }
    return 0;
}
