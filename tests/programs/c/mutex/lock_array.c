//@ verdict: ok
//@ about: a table with one mutex per row
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct row {
    pthread_mutex_t lock;
    int value;
};

static struct row *table;

static void *worker(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&table[i].lock);
        table[i].value += i + 1;
        pthread_mutex_unlock(&table[i].lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    table = calloc(2, sizeof *table);
    for (int i = 0; i < 2; i++)
        pthread_mutex_init(&table[i].lock, NULL);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(table[0].value == 2 && table[1].value == 4);
    free(table);
    return 0;
}
