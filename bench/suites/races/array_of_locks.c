//@ verdict: ok
//@ about: each element has its lock
#include <assert.h>
#include <pthread.h>

#define N 3
pthread_mutex_t locks[N];
int elements[N];

void *run(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&locks[i]);
        elements[i]++;
        pthread_mutex_unlock(&locks[i]);
    }
    return 0;
}

int main(void) {
    pthread_t one;
    for (int i = 0; i < N; i++) pthread_mutex_init(&locks[i], 0);
    pthread_create(&one, 0, run, 0);
    run(0);
    pthread_join(one, 0);
}
