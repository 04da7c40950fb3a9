//@ verdict: error
//@ kind: deadlock
//@ line: 26
//@ about: a thread that is cancelled at a read holds its mutex for ever, though there is something to read
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg) {
    char byte;
    pthread_mutex_lock(&lock);
    (void)!read(ends[0], &byte, 1);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    (void)!pipe(ends);
    (void)!write(ends[1], "x", 1);
    pthread_create(&t, NULL, reader, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    pthread_mutex_lock(&lock); //~ deadlock
    return 0;
}
