/* As valve.c, but the second worker has not heard of the mutex.
 *
 *   trailhound flow examples/flow/valve_hasty.c --property examples/flow/valve.prop
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int level;

static void open_valve(int number) { level += number; }
static void close_valve(int number) { level -= number; }

static void *careful(void *unused) {
    pthread_mutex_lock(&m);
    open_valve(3);
    close_valve(3);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *hasty(void *unused) {
    open_valve(3);
    close_valve(3);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, careful, NULL);
    pthread_create(&second, NULL, hasty, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
