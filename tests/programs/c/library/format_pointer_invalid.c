//@ verdict: error
//@ kind: null-dereference
//@ line: 10
//@ about: printf of a string through a null pointer that came from a failed search
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *found = strchr("trail", 'z');
    size_t length = strlen(found); //~ null-dereference
    printf("%zu\n", length);
    return 0;
}
