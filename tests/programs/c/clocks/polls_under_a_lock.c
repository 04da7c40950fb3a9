//@ verdict: ok
//@ args: --max-states 3000
//@ about: polling that takes and releases a lock changes nothing on balance, and does not count time for ever
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready[2];

static void *poll(void *other) {
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (;;) {
        pthread_mutex_lock(&m);
        int is_ready = *(int *)other;
        pthread_mutex_unlock(&m);
        if (is_ready)
            break;
        usleep(100000);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert(end.tv_sec >= begin.tv_sec);
    return 0;
}

int main(void) {
    pthread_t pollers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&pollers[i], 0, poll, &ready[i]);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        ready[i] = 1;
        pthread_mutex_unlock(&m);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(pollers[i], 0);
}
