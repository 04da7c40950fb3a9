//@ verdict: unsupported
//@ about: a function that is declared, called and nowhere defined
extern int frobnicate(int);

int main(void) {
    return frobnicate(1);
}
