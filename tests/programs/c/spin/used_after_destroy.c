//@ verdict: error
//@ kind: lock-misuse
//@ line: 13
//@ about: a spin lock is locked after it was destroyed
#include <pthread.h>

int main(void) {
    pthread_spinlock_t lock;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    pthread_spin_destroy(&lock);
    pthread_spin_lock(&lock); //~ lock-misuse
    return 0;
}
