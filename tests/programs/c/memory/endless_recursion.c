//@ verdict: error
//@ kind: stack-overflow
//@ about: a recursion without an end
static int depth(int n) {
    volatile int frame[64];
    frame[0] = n;
    return n < 0 ? 0 : depth(n + 1) + frame[0];
}

int main(void) {
    return depth(0);
}
