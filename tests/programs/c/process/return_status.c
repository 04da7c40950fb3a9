//@ verdict: error
//@ kind: exit-status
//@ args: --exit-status
//@ about: a nonzero value returned from main
int main(void) {
    return 2;
}
