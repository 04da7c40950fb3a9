//@ verdict: ok
//@ cflags: -m32 -D_GNU_SOURCE
//@ about: static initialisers of i386 put the kind of a mutex at another place
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static struct {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    pthread_rwlock_t lock;
    pthread_barrier_t barrier;
    sem_t semaphore;
    uint32_t behind;
} all;

static void *worker(void *argument) {
    pthread_barrier_wait(&all.barrier);
    sem_post(&all.semaphore);
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    all.behind = 0xdeadbeef;
    pthread_mutex_init(&all.mutex, 0);
    pthread_cond_init(&all.condition, 0);
    pthread_rwlock_init(&all.lock, 0);
    pthread_barrier_init(&all.barrier, 0, 2);
    sem_init(&all.semaphore, 0, 0);
    assert(all.behind == 0xdeadbeef);
    pthread_mutex_lock(&again);
    pthread_mutex_lock(&again);
    pthread_mutex_unlock(&again);
    pthread_mutex_unlock(&again);
    pthread_mutex_lock(&checked);
    assert(pthread_mutex_lock(&checked) != 0);
    pthread_mutex_unlock(&checked);
    pthread_create(&thread, 0, worker, &all);
    pthread_barrier_wait(&all.barrier);
    sem_wait(&all.semaphore);
    pthread_join(thread, &result);
    assert(result == &all);
    return 0;
}
