//@ verdict: unsupported
//@ about: what is printed to a stream that was redirected would be shown in the wrong place
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    pipe(ends);
    dup2(ends[1], 1);
    puts("into the pipe");
    fflush(stdout);
    return 0;
}
