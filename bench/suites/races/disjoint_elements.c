//@ verdict: ok
//@ about: the threads have elements of their own
#include <assert.h>
#include <pthread.h>

int elements[2];

void *run(void *unused) {
    elements[0]++;
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    elements[1]++;
    pthread_join(one, 0);
}
