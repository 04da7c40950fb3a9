//@ verdict: ok
//@ about: threads jump back in their own stacks, and leave the lock that they held to the place where they come out
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int failures;

static void fails(jmp_buf place) {
    pthread_mutex_lock(&lock);
    failures++;
    longjmp(place, 2);
}

static void *worker(void *unused) {
    jmp_buf place;
    volatile int passes = 0;
    int result = setjmp(place);
    passes++;
    if (result == 0)
        fails(place);
    pthread_mutex_unlock(&lock);
    assert(result == 2 && passes == 2);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int n = 0; n < 2; n++)
        pthread_create(&threads[n], NULL, worker, NULL);
    for (int n = 0; n < 2; n++)
        pthread_join(threads[n], NULL);
    assert(failures == 2);
    return 0;
}
