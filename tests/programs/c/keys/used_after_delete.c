//@ verdict: error
//@ kind: lock-misuse
//@ line: 10
//@ about: a key is used by a thread after main has deleted it
#include <pthread.h>

static pthread_key_t key;

static void *worker(void *arg) {
    return pthread_getspecific(key); //~ lock-misuse
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_key_delete(key);
    pthread_join(t, NULL);
    return 0;
}
