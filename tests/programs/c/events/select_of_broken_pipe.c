//@ verdict: ok
//@ about: select takes the writing end of a pipe without a reader for readable, as Linux does
#include <assert.h>
#include <sys/select.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    pipe(ends);
    close(ends[0]);
    fd_set reading;
    FD_ZERO(&reading);
    FD_SET(ends[1], &reading);
    struct timeval at_once = {0, 0};
    assert(select(ends[1] + 1, &reading, 0, 0, &at_once) == 1);
    assert(FD_ISSET(ends[1], &reading));
    return 0;
}
