//@ verdict: error
//@ kind: invalid-pointer
//@ line: 11
//@ about: a jump with a buffer that another thread has set
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;

static void *jumps(void *unused) {
    longjmp(place, 1); //~ invalid-pointer
    return unused;
}

int main(void) {
    pthread_t thread;
    if (setjmp(place) == 0) {
        pthread_create(&thread, NULL, jumps, NULL);
        pthread_join(thread, NULL);
    }
    return 0;
}
