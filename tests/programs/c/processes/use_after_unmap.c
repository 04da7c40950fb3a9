//@ verdict: error
//@ kind: use-after-free
//@ about: a process uses a mapping that it has given up, though another still has it
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int *value = mmap(NULL, sizeof *value, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fork() == 0) {
        *value = 1;
        _exit(0);
    }
    munmap(value, sizeof *value);
    *value = 2;
    wait(NULL);
    return 0;
}
