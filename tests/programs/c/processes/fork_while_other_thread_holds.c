//@ verdict: error
//@ kind: deadlock
//@ about: only the forking thread is copied: the lock that another thread held stays taken
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (fork() == 0) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
        _exit(0);
    }
    pthread_join(thread, NULL);
    wait(NULL);
    return 0;
}
