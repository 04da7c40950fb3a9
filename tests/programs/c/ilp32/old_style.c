//@ verdict: ok
//@ cflags: -m32
//@ about: old C hands pointers over as int, which has the same width
#include <assert.h>
#include <pthread.h>

static int value = 7;

static void *worker(int argument) {
    return (void *)*(int *)argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, (void *(*)(void *))worker, &value);
    pthread_join(thread, &result);
    assert((int)result == 7);
    return 0;
}
