//@ verdict: error
//@ kind: lock-misuse
//@ about: a function that locks is called by one that holds the lock, in a rare case only
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void log_line(void) {
    pthread_mutex_lock(&log_lock); //~ lock-misuse
    lines++;
    pthread_mutex_unlock(&log_lock);
}

static void log_error(long code) {
    pthread_mutex_lock(&log_lock);
    lines++;
    if (code > 1)
        log_line();
    pthread_mutex_unlock(&log_lock);
}

static void *work(void *code) {
    log_line();
    log_error((long)code);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, (void *)1);
    pthread_create(&second, NULL, work, (void *)2);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
