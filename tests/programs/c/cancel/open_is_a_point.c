//@ verdict: error
//@ kind: deadlock
//@ line: 26
//@ about: opening a file that is not there is a cancellation point too
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *opener(void *arg) {
    pthread_mutex_lock(&lock);
    int file = open("nothing", O_RDONLY);
    if (file >= 0)
        close(file);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, opener, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    /* The thread may have ended inside. */
    pthread_mutex_lock(&lock); //~ deadlock
    return 0;
}
