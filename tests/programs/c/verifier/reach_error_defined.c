//@ verdict: error
//@ kind: assertion
//@ about: the way SV-COMP programs define reach_error and abort after a failed condition
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern int __VERIFIER_nondet_int(void);

void reach_error(void) {
    __assert_fail("0", "reach_error_defined.c", 4, "reach_error");
}

void __VERIFIER_assert(int condition) {
    if (!condition) {
        reach_error();
        abort();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 5)
        __VERIFIER_assert(x != 5);
    return 0;
}
