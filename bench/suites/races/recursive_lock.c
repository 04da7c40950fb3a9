//@ verdict: ok
//@ about: a recursive mutex, locked twice and unlocked twice
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock;
int shared;

static void raise_twice(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
}

void *run(void *unused) {
    raise_twice();
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&one, 0, run, 0);
    raise_twice();
    pthread_join(one, 0);
    assert(shared == 4);
}
