//@ verdict: error
//@ kind: data-race
//@ about: the accesses are made by functions called through pointers
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared;

static void with_lock(void) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
}

static void without_lock(void) { shared++; }

void (*actions[2])(void) = { with_lock, without_lock };

void *run(void *unused) {
    actions[0]();
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    actions[1]();
    pthread_join(one, 0);
}
