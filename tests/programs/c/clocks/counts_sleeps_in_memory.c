//@ verdict: ok
//@ about: sleeps that are counted in memory, in a global variable, on the heap and under a lock, all take time
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int tries, rounds, done;

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *give_up_after_a_while(void *unused) {
    long begin = milliseconds();
    while (tries < 5) {
        usleep(200000);
        tries++;
    }
    assert(milliseconds() - begin >= 1000);
    int *left = malloc(sizeof *left);
    *left = 3;
    begin = milliseconds();
    while (*left > 0) {
        usleep(200000);
        --*left;
    }
    assert(milliseconds() - begin >= 600);
    free(left);
    begin = milliseconds();
    for (;;) {
        pthread_mutex_lock(&m);
        int ends = done || ++rounds == 3;
        pthread_mutex_unlock(&m);
        if (ends)
            break;
        usleep(200000);
    }
    pthread_mutex_lock(&m);
    assert(done || milliseconds() - begin >= 400);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t waiter;
    pthread_create(&waiter, 0, give_up_after_a_while, 0);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_join(waiter, 0);
}
