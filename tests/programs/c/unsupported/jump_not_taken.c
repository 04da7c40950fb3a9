//@ verdict: ok
//@ about: an instruction that cannot be read is refused only where an execution comes to it
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
    return jumps(argc - 1);
}
