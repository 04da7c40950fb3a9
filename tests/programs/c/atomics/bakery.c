//@ verdict: ok
//@ about: Lamport's bakery for two threads
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool choosing[2];
static atomic_int ticket[2];
static int inside;

static void *customer(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    atomic_store(&choosing[me], 1);
    atomic_store(&ticket[me], atomic_load(&ticket[other]) + 1);
    atomic_store(&choosing[me], 0);
    while (atomic_load(&choosing[other]))
        ;
    for (;;) {
        int theirs = atomic_load(&ticket[other]);
        int mine = atomic_load(&ticket[me]);
        if (theirs == 0 || theirs > mine || (theirs == mine && other > me))
            break;
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&ticket[me], 0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, customer, (void *)0);
    pthread_create(&b, NULL, customer, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
