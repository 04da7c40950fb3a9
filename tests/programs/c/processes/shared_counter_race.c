//@ verdict: error
//@ kind: data-race
//@ args: --races error
//@ about: the same addition is a race between processes
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int *counter =
        mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fork() == 0) {
        *counter = 1;
        _exit(0);
    }
    *counter = 1;
    wait(NULL);
    return 0;
}
