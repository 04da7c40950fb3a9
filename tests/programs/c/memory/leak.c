//@ verdict: error
//@ kind: leak
//@ args: --leaks
//@ about: memory whose last pointer is overwritten is never freed
#include <stdlib.h>

int main(void) {
    char *text = malloc(10);
    text = malloc(20);
    free(text);
    return 0;
}
