//@ verdict: ok
//@ about: an array initialised from a literal is the program's own copy
#include <assert.h>
#include <string.h>

int main(void) {
    char word[] = "trail";
    word[0] -= 'a' - 'A';
    assert(strcmp(word, "Trail") == 0);
    return 0;
}
