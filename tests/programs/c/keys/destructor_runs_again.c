//@ verdict: ok
//@ about: a destructor that sets a value again is called again
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void destroy(void *value) {
    (void)value;
    calls++;
    if (calls < 3)
        pthread_setspecific(key, &calls);
}

static void *worker(void *arg) {
    pthread_setspecific(key, &calls);
    pthread_exit(arg);
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(calls == 3);
    return 0;
}
