//@ verdict: ok
//@ about: two readers can be inside together, which the barrier between them proves
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both_inside;

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_barrier_wait(&both_inside);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&both_inside, NULL, 2);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_barrier_destroy(&both_inside);
    pthread_rwlock_destroy(&lock);
    return 0;
}
