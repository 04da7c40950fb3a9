//@ verdict: unsupported
//@ about: an assembly text that jumps to labels of C cannot be executed
static int jumps(int value) {
    if (value == 0)
        return 0;
    __asm__ goto("testl %0, %0\n\tjnz %l1" : : "r"(value) : "cc" : far);
    return 1;
far:
    return 2;
}

int main(int argc, char **argv) {
    (void)argv;
    return jumps(argc) == 0;
}
