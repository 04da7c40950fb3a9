//@ verdict: error
//@ kind: deadlock
//@ line: 29
//@ about: a jump out of a critical section leaves it locked
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int input;

static void work(jmp_buf place) {
    pthread_mutex_lock(&lock);
    if (input > 0)
        longjmp(place, 1);
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
    jmp_buf place;
    input = 1;
    if (setjmp(place) == 0)
        work(place);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&lock); //~ deadlock
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
