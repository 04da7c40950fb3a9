//@ verdict: error
//@ kind: assertion
//@ line: 16
//@ about: a consumer wakes after another one has already taken the item
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t available = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg) {
    pthread_mutex_lock(&lock);
    if (items == 0)
        pthread_cond_wait(&available, &lock);
    assert(items > 0); //~ assertion
    items--;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, consumer, NULL);
    pthread_create(&t, NULL, consumer, NULL);
    pthread_mutex_lock(&lock);
    items = 1;
    pthread_cond_broadcast(&available);
    pthread_mutex_unlock(&lock);
    return 0;
}
