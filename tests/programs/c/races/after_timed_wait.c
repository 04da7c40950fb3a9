//@ verdict: error
//@ kind: data-race
//@ about: a plain access right behind a wait that ended by time-out
#include <pthread.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int word, g;

static void *writer(void *arg) {
    g = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec soon = {0, 1};
    pthread_create(&t, NULL, writer, NULL);
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, &soon, NULL, 0);
    g = 2;
    pthread_join(t, NULL);
    return 0;
}
