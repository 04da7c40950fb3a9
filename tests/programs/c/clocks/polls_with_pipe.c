//@ verdict: ok
//@ args: --max-states 3000
//@ about: polling that writes to a pipe and reads it back changes nothing on balance, and does not count time for ever
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *polls(void *unused) {
    struct timespec begin, end;
    int ends[2];
    char byte = 'x';
    pipe(ends);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (;;) {
        write(ends[1], &byte, 1);
        read(ends[0], &byte, 1);
        pthread_mutex_lock(&m);
        int is_ready = ready;
        pthread_mutex_unlock(&m);
        if (is_ready)
            break;
        usleep(100000);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert(end.tv_sec >= begin.tv_sec);
    return unused;
}

int main(void) {
    pthread_t poller;
    pthread_create(&poller, 0, polls, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_join(poller, 0);
}
