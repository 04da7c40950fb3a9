//@ verdict: error
//@ kind: assertion
//@ about: two processes add to a counter in shared memory, and an addition is lost
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int *counter =
        mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(counter != MAP_FAILED);
    if (fork() == 0) {
        *counter += 1;
        _exit(0);
    }
    *counter += 1;
    wait(NULL);
    assert(*counter == 2);
    return 0;
}
