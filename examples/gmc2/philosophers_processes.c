/* The dining philosophers as processes: symmetric, fair and free of deadlocks. Each philosopher is
 * a process; the forks are semaphores in shared memory. One semaphore more lets at most N - 1
 * of them reach for a fork at a time, so one of them always gets both of his.
 *
 *   trailhound check philosophers_processes.c --cflag=-DN=4
 *
 * With -DDEADLOCK nobody is kept from the table, and all may hold one fork each. With -DROUNDS=K
 * each one eats K times and leaves; without it (or with 0) they go on for ever. With -DWATCHED they
 * look at every meal whether somebody else uses one of their forks.
 */
#include <assert.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef N
#define N 4
#endif
#ifndef ROUNDS
#define ROUNDS 0
#endif

struct table {
    sem_t places;
    sem_t forks[N];
    /* How many use a fork: never more than one. */
    int users[N];
};

static void eat(struct table *table, int left, int right) {
#ifdef WATCHED
    assert(++table->users[left] == 1);
    assert(++table->users[right] == 1);
    table->users[left]--;
    table->users[right]--;
#else
    (void)table, (void)left, (void)right;
#endif
}

static void dine(struct table *table, int seat) {
    int left = seat, right = (seat + 1) % N;
    for (int round = 0; ROUNDS == 0 || round < ROUNDS; round += ROUNDS != 0) {
#ifndef DEADLOCK
        sem_wait(&table->places);
#endif
        sem_wait(&table->forks[left]);
        sem_wait(&table->forks[right]);
        eat(table, left, right);
        sem_post(&table->forks[right]);
        sem_post(&table->forks[left]);
#ifndef DEADLOCK
        sem_post(&table->places);
#endif
    }
}

int main(void) {
    struct table *table =
        mmap(NULL, sizeof *table, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(table != MAP_FAILED);
    sem_init(&table->places, 1, N - 1);
    for (int seat = 0; seat < N; seat++)
        sem_init(&table->forks[seat], 1, 1);
    for (int seat = 0; seat < N; seat++) {
        if (fork() == 0) {
            dine(table, seat);
            _exit(0);
        }
    }
    for (int seat = 0; seat < N; seat++)
        wait(NULL);
    return 0;
}
