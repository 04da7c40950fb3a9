//@ verdict: error
//@ kind: invariant
//@ line: 9
//@ args: --always counter<2
//@ about: a value that main writes and overwrites before there are threads is seen
int counter;

static void up_and_down(void) {
    counter = 2;
    counter = 0;
}

int main(void) {
    up_and_down();
    return 0;
}
