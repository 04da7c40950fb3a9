/* A bounded queue with a famous mistake: `if` where `while` is needed.
 *
 * A consumer that was woken takes for granted that there is an item. Between the signal
 * and the moment it has the lock again, another consumer may have come and taken it, and
 * the queue underflows.
 *
 *   trailhound check examples/bounded_queue.c             finds the schedule
 *   trailhound check examples/bounded_queue.c -DFIXED     no error: waits in a loop
 *   -DN=3 makes three consumers (and as many items)
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2 /* consumers, and items produced */
#endif
#define CAPACITY 1

#ifdef FIXED
#define WAIT_UNTIL while
#else
#define WAIT_UNTIL if /* the mistake */
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int items[CAPACITY];
static int count;

static void put(int item) {
    pthread_mutex_lock(&lock);
    while (count == CAPACITY)
        pthread_cond_wait(&not_full, &lock);
    items[count++] = item;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int take(void) {
    pthread_mutex_lock(&lock);
    WAIT_UNTIL(count == 0)
        pthread_cond_wait(&not_empty, &lock);
    assert(count > 0); /* fails when another consumer was faster */
    int item = items[--count];
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *consumer(void *arg) {
    *(int *)arg = take();
    return NULL;
}

int main(void) {
    pthread_t consumers[N];
    int taken[N], sum = 0, expected = 0;

    for (int i = 0; i < N; i++)
        pthread_create(&consumers[i], NULL, consumer, &taken[i]);
    for (int i = 1; i <= N; i++) {
        put(i);
        expected += i;
    }
    for (int i = 0; i < N; i++) {
        pthread_join(consumers[i], NULL);
        sum += taken[i];
    }
    assert(sum == expected);
    return 0;
}
