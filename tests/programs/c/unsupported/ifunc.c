//@ verdict: unsupported
//@ about: which function an ifunc stands for is told by another one when the program is loaded
static int is_called;

static void work(void) {
    is_called = 1;
}

static void *chosen(void) {
    return (void *)work;
}

void late(void) __attribute__((ifunc("chosen")));

int main(void) {
    late();
    return is_called;
}
