//@ verdict: error
//@ kind: read-only-write
//@ line: 8
//@ about: a constant global is modified through a cast
static const int limits[2] = {10, 20};

static void set(int *cell, int value) {
    *cell = value; //~ read-only-write
}

int main(void) {
    set((int *)&limits[1], 30);
    return limits[0];
}
