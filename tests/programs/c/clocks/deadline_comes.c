//@ verdict: error
//@ kind: assertion
//@ line: 14
//@ about: a loop until an hour has passed comes to its end
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    time_t start = time(NULL);
    int rounds = 0;
    while (time(NULL) - start < 3600)
        rounds = 1;
    assert(rounds == 0); //~ assertion
    return 0;
}
