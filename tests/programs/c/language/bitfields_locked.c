//@ verdict: ok
//@ about: bit-fields of one word, signed and unsigned, changed under a lock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    unsigned low : 3;
    signed middle : 5;
    unsigned high : 24;
} packed = {7, -1, 1000};

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    packed.low++;
    packed.middle -= 3;
    packed.high += 5;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(packed.low == 1 && packed.middle == -7 && packed.high == 1010);
    return 0;
}
