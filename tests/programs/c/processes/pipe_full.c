//@ verdict: error
//@ kind: deadlock
//@ args: --pipe-capacity 8
//@ about: two processes fill the pipes to each other before they read
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int there[2], back[2];
    char buffer[12] = "0123456789a";
    pipe(there);
    pipe(back);
    pid_t child = fork();
    int in = child == 0 ? there[0] : back[0], out = child == 0 ? back[1] : there[1];
    write(out, buffer, sizeof buffer);
    for (int got = 0; got < 12;)
        got += read(in, buffer, sizeof buffer);
    if (child != 0)
        wait(NULL);
    return 0;
}
