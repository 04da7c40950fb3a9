//@ verdict: ok
//@ about: a thread that was cancelled before it calls write does not write
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int has_written;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    (void)!write(ends[1], "x", 1);
    has_written = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    (void)!pipe(ends);
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, writer, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    assert(!has_written);
    return 0;
}
