typedef int (*operation)(int);
extern int right(int);
static int calls;

static int left(int argument) {
    calls++;
    return argument + calls;
}

operation left_operations[2] = {left, right};
