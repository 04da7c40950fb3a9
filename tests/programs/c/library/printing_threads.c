//@ verdict: ok
//@ about: printing in every thread: output is no part of the state
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *arg) {
    printf("thread %d starts\n", (int)(long)arg);
    pthread_mutex_lock(&lock);
    counter++;
    fprintf(stderr, "counter is %d\n", counter);
    pthread_mutex_unlock(&lock);
    puts("thread ends");
    fflush(stdout);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)1);
    pthread_create(&b, NULL, worker, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
