//@ verdict: error
//@ kind: livelock
//@ about: a loop that only the clock could end, in ten thousand years, has no end
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int beats;

static void *watch(void *arg) {
    time_t start = time(NULL);
    while ((time(NULL) - start) / 3600 / 24 / 365 < 10000)
        atomic_store(&beats, 1);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, watch, NULL);
    pthread_join(thread, NULL);
    return 0;
}
