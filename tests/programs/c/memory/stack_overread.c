//@ verdict: error
//@ kind: out-of-bounds
//@ line: 6
//@ about: one element past the end of a local array is read
static int last_of(const int *array, int length) {
    return array[length]; //~ out-of-bounds
}

int main(void) {
    int array[3] = {1, 2, 3};
    return last_of(array, 3);
}
