//@ verdict: error
//@ kind: out-of-bounds
//@ line: 9
//@ about: strlen runs off a buffer that has no final zero
#include <string.h>

int main(void) {
    char letters[3] = {'a', 'b', 'c'};
    return (int)strlen(letters); //~ out-of-bounds
}
