//@ verdict: error
//@ kind: uninitialised
//@ line: 17
//@ about: a branch depends on a local variable that one path leaves unset
#include <stdlib.h>

static int parse(const char *text, int *out) {
    if (text[0] == '-')
        return -1;
    *out = atoi(text);
    return 0;
}

int main(void) {
    int value;
    parse("-5", &value);
    if (value > 3) //~ uninitialised
        return 1;
    return 0;
}
