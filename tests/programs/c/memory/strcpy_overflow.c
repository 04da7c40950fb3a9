//@ verdict: error
//@ kind: out-of-bounds
//@ line: 10
//@ about: strcpy into a buffer without room for the final zero
#include <string.h>

int main(void) {
    char buffer[5];
    const char *word = "hound";
    strcpy(buffer, word); //~ out-of-bounds
    return buffer[0] == 'h' ? 0 : 1;
}
