//@ verdict: ok
//@ about: without --leaks forgotten memory is no error
#include <stdlib.h>

int main(void) {
    char *text = malloc(10);
    text[0] = 0;
    return text[0];
}
