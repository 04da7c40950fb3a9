//@ verdict: ok
//@ about: functions given to atexit run in reverse order
#include <assert.h>
#include <stdlib.h>

static int step;

static void registered_first(void) {
    assert(step == 2);
}

static void registered_second(void) {
    assert(step == 1);
    step = 2;
}

int main(void) {
    atexit(registered_first);
    atexit(registered_second);
    step = 1;
    return 0;
}
