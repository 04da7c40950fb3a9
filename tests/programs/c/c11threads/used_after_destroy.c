//@ verdict: error
//@ kind: lock-misuse
//@ line: 14
//@ about: a condition of C11 is used after it was destroyed
#include <threads.h>

int main(void) {
    cnd_t changed;
    cnd_init(&changed);
    cnd_broadcast(&changed);
    cnd_destroy(&changed);
    cnd_init(&changed);
    cnd_destroy(&changed);
    cnd_signal(&changed); //~ lock-misuse
    return 0;
}
