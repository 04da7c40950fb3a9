//@ verdict: ok
//@ about: a message goes through a pipe, and its end is seen when the last writer is gone
#include <assert.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    assert(pipe(ends) == 0);
    if (fork() == 0) {
        close(ends[0]);
        assert(write(ends[1], "hello", 6) == 6);
        close(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    char text[16];
    assert(read(ends[0], text, sizeof text) == 6 && strcmp(text, "hello") == 0);
    assert(read(ends[0], text, sizeof text) == 0);
    wait(NULL);
    return 0;
}
