/* Leader election in a ring, with an error by which it elects two: StEAM's `leader`.
 *
 *   trailhound check examples/steam/leader.c                    three processes
 *   trailhound check examples/steam/leader.c -DN=40             forty
 *   trailhound check examples/steam/leader.c -DFIXED            no error
 *   gcc -pthread -Iannotations/c -DN=5 examples/steam/leader.c      an ordinary program
 *
 * The algorithm is that of Chang and Roberts. Every process sends its number to the next one.
 * Who receives a larger number than its own passes it on, who receives a smaller one drops it,
 * and whose own number comes back is the leader: only the largest can come all the way round.
 *
 * The seeded error: a process that finds a message before it has sent its own number passes
 * that message on as it is, however small. So a number can slip past a process that begins
 * late, come round, and make a second leader.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <trailhound.h>

#ifndef N
#define N 3
#endif

/* The message that is on its way to each process: the number of a process, or 0 for none. */
static atomic_int mailbox[N];
static atomic_int leaders;

static void send_to_next(int process, int number) {
    atomic_int *next = &mailbox[(process + 1) % N];
    int empty = 0;
    while (!atomic_compare_exchange_strong(next, &empty, number))
        empty = 0; /* the mailbox is full: try again */
}

/* What is in the mailbox now, be it nothing. */
static int look(int process) {
    return atomic_exchange(&mailbox[process], 0);
}

static int receive(int process) {
    int number = 0;
    while (number == 0)
        number = look(process);
    return number;
}

static void *take_part(void *place) {
    int process = (int)(long)place;
    int own = process + 1;

    int early = look(process);
#ifdef FIXED
    if (early > own)
#else
    if (early > 0) /* the error: this lets smaller numbers pass as well */
#endif
        send_to_next(process, early);
    send_to_next(process, own);

    for (;;) {
        int number = receive(process);
        if (number == own) {
            int others = atomic_fetch_add(&leaders, 1);
            assert(others == 0);
        } else if (number > own) {
            send_to_next(process, number);
        }
    }
    return NULL;
}

int main(void) {
    pthread_t processes[N];

    /* The ring comes into being in one step, as in the paper. */
    th_atomic_begin();
    for (long process = 0; process < N; process++)
        pthread_create(&processes[process], NULL, take_part, (void *)process);
    th_atomic_end();

    /* The processes would serve for ever; the program ends once somebody is elected. */
    while (atomic_load(&leaders) == 0)
        ;
    return 0;
}
