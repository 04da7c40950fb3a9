//@ verdict: ok
//@ files: three_files_left.c three_files_right.c
//@ about: three files with equally named static variables and a function table across files
#include <assert.h>

typedef int (*operation)(int);
extern operation left_operations[2];
extern int right(int);
static int calls = 100;

int main(void) {
    assert(left_operations[0](1) == 2);
    assert(left_operations[1](1) == 1001);
    assert(right(2) == 1002);
    assert(calls == 100);
    return 0;
}
