//@ verdict: ok
//@ about: three forks make eight processes, each of which waits for its own children
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    _Atomic int *count =
        mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t first = getpid();
    for (int n = 0; n < 3; n++)
        fork();
    *count += 1;
    while (wait(NULL) > 0)
        ;
    if (getpid() == first)
        assert(*count == 8);
    return 0;
}
