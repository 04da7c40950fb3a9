//@ verdict: ok
//@ about: descriptors of processes are not there, as before Linux 5.3, so that libraries take what they had before
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    assert(syscall(434L, getpid(), 0) == -1 && errno == ENOSYS);
}
