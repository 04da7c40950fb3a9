//@ verdict: ok
//@ about: two accounts on the heap, the one with the lower number locked first
#include <pthread.h>
#include <stdlib.h>

struct account {
    int number, balance;
    pthread_mutex_t lock;
};

static struct account *open_account(int number, int balance) {
    struct account *account = malloc(sizeof *account);
    account->number = number;
    account->balance = balance;
    pthread_mutex_init(&account->lock, NULL);
    return account;
}

static void transfer(struct account *from, struct account *to, int amount) {
    struct account *first = from->number < to->number ? from : to;
    struct account *second = from->number < to->number ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
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
    ours = open_account(1, 100);
    theirs = open_account(2, 100);
    pthread_t paying, refunding;
    pthread_create(&paying, NULL, pay, NULL);
    pthread_create(&refunding, NULL, refund, NULL);
    pthread_join(paying, NULL);
    pthread_join(refunding, NULL);
    free(ours);
    free(theirs);
    return 0;
}
