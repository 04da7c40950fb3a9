//@ verdict: error
//@ kind: assertion
//@ about: numbers handed on in a ring are in order when the checker looks
#include <assert.h>
#include <pthread.h>

#define N 3
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x[N + 1];

void *pass(void *argument) {
    int me = (long)argument;
    pthread_mutex_lock(&lock);
    x[me] = (x[me == 1 ? N : me - 1] + 1) % 4;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *check(void *unused) {
    pthread_mutex_lock(&lock);
    int equal = 1;
    for (int i = 1; i < N; i++) equal = equal && x[i] + 1 == x[i + 1];
    assert(!(equal && x[1] == 1));
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t threads[N + 1];
    for (long i = 1; i <= N; i++) pthread_create(&threads[i - 1], 0, pass, (void *)i);
    pthread_create(&threads[N], 0, check, 0);
    for (int i = 0; i <= N; i++) pthread_join(threads[i], 0);
}
