//@ verdict: ok
//@ exit: 1
//@ about: without --exit-status a nonzero status is no error
int main(void) {
    return 1;
}
