//@ verdict: ok
//@ about: pthread_exit ends the thread from any depth, and its value is joined
#include <assert.h>
#include <pthread.h>

static int value = 7;
static int after_exit;

static void leave(int depth) {
    if (depth == 0)
        pthread_exit(&value);
    leave(depth - 1);
    after_exit = 1;
}

static void *worker(void *arg) {
    (void)arg;
    leave(3);
    after_exit = 2;
    return NULL;
}

int main(void) {
    pthread_t t;
    void *got;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &got);
    assert(got == &value);
    assert(after_exit == 0);
    return 0;
}
