//@ verdict: ok
//@ about: a timer has expired after a sleep that is longer, also if the program never asks for the time
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    timerfd_settime(timer, 0, &(struct itimerspec){.it_value.tv_sec = 1}, 0);
    sleep(2);
    uint64_t count = 0;
    assert(read(timer, &count, 8) == 8 && count == 1);
    assert(read(timer, &count, 8) == -1 && errno == EAGAIN);
    return 0;
}
