//@ verdict: ok
//@ about: two threads take two locks in the same order
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void *worker(void *arg) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    balance -= *(int *)arg;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int three = 3, four = 4;
    pthread_create(&a, NULL, worker, &three);
    pthread_create(&b, NULL, worker, &four);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance == 3);
    return 0;
}
