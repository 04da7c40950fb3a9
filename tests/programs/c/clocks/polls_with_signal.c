//@ verdict: ok
//@ args: --max-states 3000
//@ about: polling that signals a condition at which no thread waits, and makes and closes a descriptor, does not count time for ever
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *polls(void *arg) {
    time_t begin = time(NULL);
    for (;;) {
        close(dup(0));
        pthread_mutex_lock(&lock);
        int is_ready = ready;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
        if (is_ready)
            break;
        usleep(100000);
    }
    assert(time(NULL) >= begin);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, polls, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
