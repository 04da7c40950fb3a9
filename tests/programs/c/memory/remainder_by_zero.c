//@ verdict: error
//@ kind: division-by-zero
//@ line: 6
//@ about: the remainder by zero of unsigned 64-bit numbers
static unsigned long long slot(unsigned long long hash, unsigned long long slots) {
    return hash % slots; //~ division-by-zero
}

int main(void) {
    return (int)slot(17, 0);
}
