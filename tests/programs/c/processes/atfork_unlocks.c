//@ verdict: ok
//@ about: a fork that takes the lock before and gives it back on both sides leaves none that is held for ever
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take(void) { pthread_mutex_lock(&lock); }
static void give(void) { pthread_mutex_unlock(&lock); }

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_atfork(take, give, give);
    pthread_create(&thread, NULL, worker, NULL);
    if (fork() == 0) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
        _exit(0);
    }
    wait(NULL);
    pthread_join(thread, NULL);
    return 0;
}
