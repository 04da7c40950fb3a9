//@ verdict: ok
//@ about: exit runs the handlers in each process, _exit does not
#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int *calls;

static void count(void) {
    *calls += 1;
}

int main(void) {
    calls = mmap(NULL, sizeof *calls, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    atexit(count);
    if (fork() == 0)
        exit(0);
    wait(NULL);
    assert(*calls == 1);
    if (fork() == 0)
        _exit(0);
    wait(NULL);
    assert(*calls == 1);
    return 0;
}
