//@ verdict: error
//@ kind: assertion
//@ about: wait may return either of two children that have ended
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    pid_t first = fork();
    if (first == 0)
        _exit(1);
    pid_t second = fork();
    if (second == 0)
        _exit(2);
    assert(wait(NULL) == first);
    assert(wait(NULL) == second);
    return 0;
}
