//@ verdict: ok
//@ about: select leaves in its limit what is left of it, and that is nothing when the time is over
#include <assert.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    fd_set asked;
    struct timeval limit = {5, 0};
    assert(pipe(ends) == 0 && write(ends[1], "a", 1) == 1);
    FD_ZERO(&asked);
    FD_SET(ends[0], &asked);
    time_t start = time(NULL);
    assert(select(ends[0] + 1, &asked, NULL, NULL, &limit) == 1);
    assert(limit.tv_sec >= 4 && limit.tv_sec <= 5);
    limit.tv_sec = 1;
    for (int i = 0; i < 6; i++)
        assert(select(0, NULL, NULL, NULL, &limit) == 0);
    assert(limit.tv_sec == 0 && limit.tv_usec == 0);
    assert(time(NULL) - start < 4);
    return 0;
}
