//@ verdict: ok
//@ about: a thread may use a local of main while main waits for it
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
    *(int *)arg += 1;
    return NULL;
}

int main(void) {
    int local = 5;
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &local);
    pthread_join(thread, NULL);
    assert(local == 6);
    return 0;
}
