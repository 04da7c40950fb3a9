//@ verdict: error
//@ kind: null-dereference
//@ line: 10
//@ about: the result of a failed search is used as a string
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *found = strchr("trail", 'z');
    size_t length = strlen(found); //~ null-dereference
    printf("%zu\n", length);
    return 0;
}
