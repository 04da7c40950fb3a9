//@ verdict: error
//@ kind: deadlock
//@ line: 20
//@ about: main waits for ever for a lock, while its holder goes on in a loop that is meant to be endless
#include <pthread.h>

static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

static void *keeper(void *arg) {
    pthread_mutex_lock(&kept);
    for (;;) {
        pthread_mutex_lock(&other);
        pthread_mutex_unlock(&other);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, keeper, NULL);
    pthread_mutex_lock(&kept); //~ deadlock
    pthread_mutex_unlock(&kept);
    pthread_join(t, NULL);
    return 0;
}
