//@ verdict: ok
//@ about: each process has its own globals, locals and heap behind the same addresses
#include <assert.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int global = 1;

int main(void) {
    int local = 2;
    int *block = malloc(sizeof *block);
    *block = 3;
    pid_t child = fork();
    assert(child >= 0);
    if (child == 0) {
        global += 10;
        local += 10;
        *block += 10;
        _exit(global + local + *block);
    }
    global += 100;
    int status;
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 36);
    assert(global == 101 && local == 2 && *block == 3);
    free(block);
    return 0;
}
