//@ verdict: error
//@ kind: livelock
//@ line: 22
//@ about: the spinning thread holds the lock that the other one needs to set the flag
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void *setter(void *arg) {
    pthread_mutex_lock(&lock);
    atomic_store(&flag, 1);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    pthread_mutex_lock(&lock);
    while (!atomic_load(&flag)) //~ livelock
        ;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
