//@ verdict: ok
//@ args: --pipe-capacity 8
//@ about: a write that is longer than the pipe goes in piece by piece, as the reader makes room
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    assert(pipe(ends) == 0);
    if (fork() == 0) {
        close(ends[0]);
        assert(write(ends[1], "0123456789abcdefghij", 20) == 20);
        _exit(0);
    }
    close(ends[1]);
    char text[20];
    int got = 0, count;
    while ((count = read(ends[0], text + got, sizeof text - got)) > 0)
        got += count;
    assert(got == 20);
    for (int n = 0; n < 10; n++)
        assert(text[n] == '0' + n && text[10 + n] == 'a' + n);
    wait(NULL);
    return 0;
}
