//@ verdict: error
//@ kind: lock-misuse
//@ line: 11
//@ about: a spin lock is destroyed while it is held
#include <pthread.h>

int main(void) {
    pthread_spinlock_t lock;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_destroy(&lock); //~ lock-misuse
    return 0;
}
