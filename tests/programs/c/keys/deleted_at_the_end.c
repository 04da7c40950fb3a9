//@ verdict: ok
//@ about: a key is deleted when no thread uses it any more
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_key_t key;

static void *worker(void *arg) {
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_setspecific(key, arg) == 0);
    assert(pthread_getspecific(key) == arg);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, worker, &key);
    pthread_join(t, NULL);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_key_delete(key) == EINVAL);
    return 0;
}
