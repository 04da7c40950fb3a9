//@ verdict: unsupported
//@ about: system calls that a program makes by number are known only as far as libraries need them
#include <unistd.h>

int main(void) {
    return (int)syscall(155L);
}
