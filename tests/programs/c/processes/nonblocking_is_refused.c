//@ verdict: unsupported
//@ about: pipes wait
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    pipe(ends);
    return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}
