//@ verdict: error
//@ kind: deadlock
//@ line: 12
//@ about: C11 mutexes taken in opposite order
#include <threads.h>

static mtx_t locks[2];

static int worker(void *arg) {
    int mine = *(int *)arg;
    mtx_lock(&locks[mine]);
    mtx_lock(&locks[1 - mine]); //~ deadlock
    mtx_unlock(&locks[1 - mine]);
    mtx_unlock(&locks[mine]);
    return 0;
}

static int indices[2] = {0, 1};

int main(void) {
    thrd_t t;
    mtx_init(&locks[0], mtx_plain);
    mtx_init(&locks[1], mtx_plain);
    thrd_create(&t, worker, &indices[0]);
    thrd_create(&t, worker, &indices[1]);
    thrd_exit(0);
}
