/* Cash machines that work on one database of accounts, and with a wrong lock:
 * StEAM's `cashit`.
 *
 *   trailhound check examples/steam/cashit.c                    one machine and the bank's clerk
 *   trailhound check examples/steam/cashit.c -DN=2              two machines and the clerk
 *   trailhound check examples/steam/cashit.c -DFIXED            no error
 *   gcc -pthread -Iannotations/c -DN=5 examples/steam/cashit.c      an ordinary program
 *
 * Each machine serves a customer, who withdraws money, asks for the balance and transfers the
 * rest to a neighbour, while the clerk books interest. Every account has a lock of its own, and
 * whoever works on an account opens it and closes it again: nobody may find it open.
 *
 * The seeded error: a transfer pays in under the lock of the account that it pays from.
 */
#include <assert.h>
#include <pthread.h>
#include <trailhound.h>

#ifndef N
#define N 1
#endif

struct account {
    pthread_mutex_t lock;
    int open; /* somebody works on it */
    int balance;
};

/* One for each customer, and one more that the last of them transfers to. */
static struct account accounts[N + 1];

static void open_account(struct account *account) {
    assert(!account->open);
    account->open = 1;
}

static void close_account(struct account *account) {
    account->open = 0;
}

static void book(struct account *account, int amount) {
    open_account(account);
    account->balance += amount;
    close_account(account);
}

static void withdraw(struct account *account, int amount) {
    pthread_mutex_lock(&account->lock);
    book(account, -amount);
    pthread_mutex_unlock(&account->lock);
}

static int request(struct account *account) {
    pthread_mutex_lock(&account->lock);
    open_account(account);
    int balance = account->balance;
    close_account(account);
    pthread_mutex_unlock(&account->lock);
    return balance;
}

static void transfer(struct account *from, struct account *to, int amount) {
    pthread_mutex_lock(&from->lock);
    book(from, -amount);
    pthread_mutex_unlock(&from->lock);
#ifdef FIXED
    struct account *locked = to;
#else
    struct account *locked = from; /* the error: `to` is what must be locked now */
#endif
    pthread_mutex_lock(&locked->lock);
    book(to, amount);
    pthread_mutex_unlock(&locked->lock);
}

static void *cash_machine(void *number) {
    struct account *own = &accounts[(long)number];
    withdraw(own, 20);
    int rest = request(own);
    transfer(own, own + 1, rest);
    return NULL;
}

static void *clerk(void *unused) {
    for (int number = 0; number <= N; number++) {
        pthread_mutex_lock(&accounts[number].lock);
        book(&accounts[number], 1);
        pthread_mutex_unlock(&accounts[number].lock);
    }
    return unused;
}

int main(void) {
    pthread_t threads[N + 1];

    /* The bank opens in one step, as in the paper. */
    th_atomic_begin();
    for (int number = 0; number <= N; number++) {
        pthread_mutex_init(&accounts[number].lock, NULL);
        accounts[number].balance = 100;
    }
    for (long number = 0; number < N; number++)
        pthread_create(&threads[number], NULL, cash_machine, (void *)number);
    pthread_create(&threads[N], NULL, clerk, NULL);
    th_atomic_end();

    for (int number = 0; number <= N; number++)
        pthread_join(threads[number], NULL);
    return 0;
}
