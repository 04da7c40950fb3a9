//@ verdict: error
//@ kind: deadlock
//@ line: 16
//@ exit: never
//@ about: a read by the number of its system call waits for an eventfd that nobody writes
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    int counter = syscall(SYS_eventfd2, 0, 0);
    uint64_t count = 0;
    syscall(SYS_getpid);
    return syscall(SYS_read, counter, &count, sizeof count); //~ deadlock
}
