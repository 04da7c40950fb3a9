//@ verdict: error
//@ kind: overlapping-copy
//@ line: 11
//@ about: memcpy is undefined where target and source have bytes in common; memmove is not
#include <string.h>

int main(void) {
    char text[8] = "abcdefg";
    memmove(text + 1, text, 4);
    memcpy(text, text, 4);
    memcpy(text, text + 2, 4);
    return 0;
}
