/* A flag says who may print: a variable automaton decides.
 *
 *   trailhound flow examples/flow/handover.c --property examples/flow/handover.prop
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turn;

static void print_question(void) {}
static void print_answer(void) {}

static void *asks(void *unused) {
    pthread_mutex_lock(&m);
    if (turn == 0) {
        print_question();
        turn = 1;
    }
    pthread_mutex_unlock(&m);
    return unused;
}

static void *answers(void *unused) {
    pthread_mutex_lock(&m);
    if (turn == 1) {
        print_answer();
        turn = 2;
    }
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, asks, NULL);
    pthread_create(&second, NULL, answers, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
