//@ verdict: unsupported
//@ about: inline assembly outside of the table of x86 instructions cannot be executed
int main(void) {
    int result = 5;
    __asm__ volatile("rorl $5, %0" : "+r"(result));
    return result == 5;
}
