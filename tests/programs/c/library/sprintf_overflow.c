//@ verdict: error
//@ kind: out-of-bounds
//@ line: 10
//@ about: sprintf writes more than the buffer holds, snprintf would not
#include <stdio.h>

int main(void) {
    char buffer[8];
    snprintf(buffer, sizeof buffer, "%d-%d", 123456, 123456);
    sprintf(buffer, "%d-%d", 1234, 5678); //~ out-of-bounds
    return buffer[0] == '1' ? 0 : 1;
}
