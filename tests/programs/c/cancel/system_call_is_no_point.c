//@ verdict: unsupported
//@ about: a system call made by its number is no cancellation point, so what reads by number is not taken for `read`
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ends[2];

static void *wait_for_byte(void *unused)
{
    char byte;
    syscall(SYS_read, ends[0], &byte, 1);
    return unused;
}

int main(void)
{
    pthread_t reader;
    pipe(ends);
    pthread_create(&reader, NULL, wait_for_byte, NULL);
    pthread_cancel(reader);
    pthread_join(reader, NULL);
}
