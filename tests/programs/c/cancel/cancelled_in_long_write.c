//@ verdict: ok
//@ about: a thread that is cancelled in the middle of a long write to a pipe writes what its clean-up handler says from the start
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], others[2];

static void clean_up(void *arg) {
    (void)arg;
    assert(write(others[1], "x", 1) == 1);
}

static void *writes(void *arg) {
    static char bytes[70000];
    pthread_cleanup_push(clean_up, NULL);
    (void)!write(ends[1], bytes, sizeof bytes);
    pthread_cleanup_pop(0);
    return arg;
}

int main(void) {
    pthread_t t;
    (void)!pipe(ends);
    (void)!pipe(others);
    pthread_create(&t, NULL, writes, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
