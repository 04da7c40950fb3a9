//@ verdict: ok
//@ about: two locks in two orders behind a third
#include <assert.h>
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int count;

void *run(void *backward) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(backward ? &b : &a);
    pthread_mutex_lock(backward ? &a : &b);
    count++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&gate);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, run, 0);
    pthread_create(&two, 0, run, &count);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(count == 2);
}
