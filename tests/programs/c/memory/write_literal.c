//@ verdict: error
//@ kind: read-only-write
//@ line: 6
//@ about: a string literal is modified
static void capitalise(char *word) {
    word[0] -= 'a' - 'A'; //~ read-only-write
}

int main(void) {
    capitalise((char *)"trail");
    return 0;
}
