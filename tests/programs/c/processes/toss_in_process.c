//@ verdict: error
//@ kind: assertion
//@ about: data choices of two processes, as VeriSoft has them
#include <assert.h>
#include <sys/wait.h>
#include <trailhound.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    assert(pipe(ends) == 0);
    if (fork() == 0) {
        unsigned char pick = th_toss(4);
        assert(write(ends[1], &pick, 1) == 1);
        _exit(0);
    }
    unsigned char guess = th_toss(4), pick;
    assert(read(ends[0], &pick, 1) == 1);
    wait(NULL);
    assert(guess + pick < 6);
    return 0;
}
