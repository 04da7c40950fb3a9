//@ verdict: ok
//@ args: --max-states 400
//@ about: a thread that sleeps until it is told to stop has few states, though main has looked at the clock
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int stop;

static void *poller(void *arg) {
    while (!atomic_load(&stop))
        usleep(1000);
    return arg;
}

int main(void) {
    pthread_t t[2];
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    pthread_create(&t[0], NULL, poller, NULL);
    pthread_create(&t[1], NULL, poller, NULL);
    atomic_store(&stop, 1);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    return end.tv_sec < start.tv_sec;
}
