/* A lamp that blinks for ever is never on for good. */
#include <stdatomic.h>

atomic_int lamp;

int main(void) {
    for (;;) {
        lamp = 1;
        lamp = 0;
    }
}
