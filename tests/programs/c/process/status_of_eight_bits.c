//@ verdict: ok
//@ args: --exit-status
//@ about: a parent is given eight bits of the status
int main(void) {
    return 256;
}
