//@ verdict: ok
//@ about: each thread has its own
#include <assert.h>
#include <pthread.h>

__thread int own;

void *run(void *unused) {
    own++;
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    own++;
    pthread_join(one, 0);
}
