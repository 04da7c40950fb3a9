//@ verdict: ok
//@ about: a byte in a pipe is the right to enter: a token between processes
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int *inside =
        mmap(NULL, sizeof *inside, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int token[2];
    assert(pipe(token) == 0);
    assert(write(token[1], "t", 1) == 1);
    pid_t child = fork();
    char byte;
    assert(read(token[0], &byte, 1) == 1);
    *inside += 1;
    assert(*inside == 1);
    *inside -= 1;
    assert(write(token[1], &byte, 1) == 1);
    if (child != 0)
        wait(NULL);
    return 0;
}
