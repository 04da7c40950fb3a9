static int calls = 1000;

int right(int argument) {
    return argument + calls;
}
