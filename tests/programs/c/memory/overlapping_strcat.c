//@ verdict: error
//@ kind: overlapping-copy
//@ line: 10
//@ about: strcat of a string to itself overwrites the end that it looks for
#include <string.h>

int main(void) {
    char text[16] = "abc";
    strcpy(text + 4, text);
    strcat(text, text);
    return 0;
}
