//@ verdict: ok
//@ about: locks that may be taken twice: recursive ones, made in each of three ways, one that
//@ about: is given back in between, and one for reading
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <threads.h>

static pthread_mutex_t made;
static pthread_mutex_t initial = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static mtx_t standard;
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int count;

static void add(void) {
    pthread_mutex_lock(&made);
    pthread_mutex_lock(&initial);
    mtx_lock(&standard);
    count++;
    mtx_unlock(&standard);
    pthread_mutex_unlock(&initial);
    pthread_mutex_unlock(&made);
}

static void release_and_lock(int ready) {
    pthread_mutex_lock(&plain);
    while (ready && count == 0)
        pthread_cond_wait(&changed, &plain);
    pthread_mutex_unlock(&plain);
    pthread_mutex_lock(&plain);
    pthread_mutex_unlock(&plain);
}

static int size(void) {
    pthread_rwlock_rdlock(&table);
    int found = 1;
    pthread_rwlock_unlock(&table);
    return found;
}

static void *work(void *unused) {
    pthread_mutex_lock(&made);
    pthread_mutex_lock(&initial);
    mtx_lock(&standard);
    add();
    mtx_unlock(&standard);
    pthread_mutex_unlock(&initial);
    pthread_mutex_unlock(&made);
    release_and_lock(0);
    pthread_rwlock_rdlock(&table);
    size();
    pthread_rwlock_unlock(&table);
    return NULL;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&made, &attributes);
    mtx_init(&standard, mtx_plain | mtx_recursive);
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
