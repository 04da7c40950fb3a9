//@ verdict: unsupported
//@ about: inline assembly cannot be executed
int main(void) {
    int result;
    __asm__ volatile("movl $5, %0" : "=r"(result));
    return result - 5;
}
