//@ verdict: unsupported
//@ width: 64
//@ about: a wake-up for other bits than those that a thread sleeps for does not wake it: refused by name
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *sleeps(void *argument) {
    while (!word)
        syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, 0, 0, 1);
    return argument;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, sleeps, 0);
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, 0, 0, 2);
    // The thread may sleep still.
    pthread_join(one, 0);
    return 0;
}
