//@ verdict: error
//@ kind: deadlock
//@ line: 13
//@ about: two spin locks taken in opposite order
#define _GNU_SOURCE
#include <pthread.h>

static pthread_spinlock_t locks[2];

static void *worker(void *arg) {
    int mine = (int)(long)arg;
    pthread_spin_lock(&locks[mine]);
    pthread_spin_lock(&locks[1 - mine]); //~ deadlock
    pthread_spin_unlock(&locks[1 - mine]);
    pthread_spin_unlock(&locks[mine]);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&locks[0], 0);
    pthread_spin_init(&locks[1], 0);
    pthread_create(&t, NULL, worker, (void *)0);
    pthread_create(&t, NULL, worker, (void *)1);
    pthread_exit(NULL);
}
