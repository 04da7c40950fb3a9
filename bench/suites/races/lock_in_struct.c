//@ verdict: ok
//@ about: accounts with locks of their own, taken by address order
#include <assert.h>
#include <pthread.h>

struct account { pthread_mutex_t lock; int balance; };
struct account accounts[2] = { { PTHREAD_MUTEX_INITIALIZER, 5 }, { PTHREAD_MUTEX_INITIALIZER, 5 } };

static void transfer(struct account *from, struct account *to) {
    pthread_mutex_lock(from < to ? &from->lock : &to->lock);
    pthread_mutex_lock(from < to ? &to->lock : &from->lock);
    from->balance--;
    to->balance++;
    pthread_mutex_unlock(&from->lock);
    pthread_mutex_unlock(&to->lock);
}

void *run(void *unused) {
    transfer(&accounts[0], &accounts[1]);
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    transfer(&accounts[1], &accounts[0]);
    pthread_join(one, 0);
    assert(accounts[0].balance == 5 && accounts[1].balance == 5);
}
