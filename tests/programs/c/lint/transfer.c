//@ verdict: error
//@ kind: deadlock
//@ about: two accounts on the heap, locked in the order in which they are given
#include <pthread.h>
#include <stdlib.h>

struct account {
    int balance;
    pthread_mutex_t lock;
};

static struct account *open_account(int balance) {
    struct account *account = malloc(sizeof *account);
    account->balance = balance;
    pthread_mutex_init(&account->lock, NULL);
    return account;
}

static void transfer(struct account *from, struct account *to, int amount) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock); //~ deadlock
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static struct account *ours, *theirs;

static void *pay(void *unused) {
    transfer(ours, theirs, 10);
    return NULL;
}

static void *refund(void *unused) {
    transfer(theirs, ours, 5);
    return NULL;
}

int main(void) {
    ours = open_account(100);
    theirs = open_account(100);
    pthread_t paying, refunding;
    pthread_create(&paying, NULL, pay, NULL);
    pthread_create(&refunding, NULL, refund, NULL);
    pthread_join(paying, NULL);
    pthread_join(refunding, NULL);
    free(ours);
    free(theirs);
    return 0;
}
