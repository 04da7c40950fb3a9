//@ verdict: ok
//@ about: standard input is at its end when a read has met it, not before
#include <assert.h>
#include <stdio.h>

int main(void) {
    int rounds = 0;
    while (!feof(stdin)) {
        rounds++;
        assert(getchar() == EOF);
    }
    assert(rounds == 1);
    clearerr(stdin);
    assert(!feof(stdin));
}
