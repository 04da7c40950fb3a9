//@ verdict: error
//@ kind: null-dereference
//@ line: 12
//@ about: the value that main set under a key is not there in another thread
#include <pthread.h>

static pthread_key_t key;
static int sink;

static void *worker(void *arg) {
    int *value = pthread_getspecific(key);
    sink = *value; //~ null-dereference
    return arg;
}

int main(void) {
    pthread_t t;
    int mine = 1;
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &mine);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
