//@ verdict: error
//@ kind: invalid-pointer
//@ line: 9
//@ about: an integer that no object has as its address is followed
#include <stdint.h>

int main(void) {
    uintptr_t address = (uintptr_t)0x7123456789abcde0u;
    return *(volatile int *)address; //~ invalid-pointer
}
