#include <stdatomic.h>

const int counter_start = 5;
static atomic_int value = 5;

int counter_value(void) {
    return atomic_load(&value);
}

void counter_add(int amount) {
    int copy = atomic_load(&value);
    atomic_store(&value, copy + amount);
}
