//@ verdict: ok
//@ args: --opt-level 2 -fPIC
//@ about: a table of distances between objects, as the optimiser makes of a switch, leads to the right ones
#include <assert.h>
#include <string.h>
__attribute__((noinline)) static const char *name(int k) {
    switch (k) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    case 5: return "five";
    }
    return "many";
}
int main(int argc, char **argv) {
    assert(strcmp(name(argc + 1), "two") == 0 && strcmp(name(argc + 4), "five") == 0 && strcmp(name(argc + 9), "many") == 0);
    return 0;
}
