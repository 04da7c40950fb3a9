//@ verdict: error
//@ kind: out-of-bounds
//@ line: 9
//@ about: memcmp may read all bytes of both blocks, also behind the first that differs
#include <string.h>

int main(void) {
    char left[4] = "abd", right[8] = "abcdefg";
    return memcmp(left, right, 8) == 0;
}
