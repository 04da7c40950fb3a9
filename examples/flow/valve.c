/* Two workers open a valve and close it again, each time under the mutex.
 *
 *   trailhound flow examples/flow/valve.c --property examples/flow/valve.prop
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int level;

static void open_valve(int number) { level += number; }
static void close_valve(int number) { level -= number; }

static void *worker(void *unused) {
    for (int round = 0; round < 3; round++) {
        pthread_mutex_lock(&m);
        open_valve(3);
        close_valve(3);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
