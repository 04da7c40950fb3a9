//@ verdict: error
//@ kind: null-dereference
//@ line: 8
//@ about: a call through a function pointer that nobody set
static void (*callback)(int);

int main(void) {
    callback(1); //~ null-dereference
    return 0;
}
