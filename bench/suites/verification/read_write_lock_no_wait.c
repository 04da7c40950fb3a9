//@ verdict: error
//@ kind: assertion
//@ about: readers do not wait for the writer
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int readers, writer, x, y;

void __VERIFIER_atomic_take_write(void) {
    __VERIFIER_assume(writer == 0 && readers == 0);
    writer = 1;
}

void __VERIFIER_atomic_take_read(void) {

    readers = readers + 1;
}

void __VERIFIER_atomic_leave_read(void) { readers = readers - 1; }

void __VERIFIER_atomic_leave_write(void) { writer = 0; }

void *write_x(void *unused) {
    __VERIFIER_atomic_take_write();
    x = 3;
    __VERIFIER_atomic_leave_write();
    return 0;
}

void *read_x(void *unused) {
    __VERIFIER_atomic_take_read();
    y = x;
    assert(y == x);
    __VERIFIER_atomic_leave_read();
    return 0;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], 0, write_x, 0);
    pthread_create(&threads[1], 0, read_x, 0);
    pthread_create(&threads[2], 0, write_x, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
