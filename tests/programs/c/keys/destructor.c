//@ verdict: ok
//@ about: a key's destructor runs with the thread's own value when the thread ends
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static atomic_int sum;

static void destroy(void *value) {
    atomic_fetch_add(&sum, *(int *)value);
    free(value);
}

static void *worker(void *arg) {
    assert(pthread_getspecific(key) == NULL);
    int *value = malloc(sizeof *value);
    *value = *(int *)arg;
    assert(pthread_setspecific(key, value) == 0);
    assert(pthread_getspecific(key) == value);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int one = 1, ten = 10;
    assert(pthread_key_create(&key, destroy) == 0);
    pthread_create(&a, NULL, worker, &one);
    pthread_create(&b, NULL, worker, &ten);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&sum) == 11);
    pthread_key_delete(key);
    return 0;
}
