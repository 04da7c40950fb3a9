//@ verdict: error
//@ kind: use-after-free
//@ line: 19
//@ about: a variable of a joined thread is used while another thread has a variable in its place
#include <pthread.h>

static int *left;

static void *first(void *arg) {
    int value = 1;
    left = &value;
    return arg;
}

static void *second(void *arg) {
    int value = 2;
    int *own = &value;
    if (*own == 2)
        *left = 3; //~ use-after-free
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, first, NULL);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, second, NULL);
    pthread_join(thread, NULL);
    return 0;
}
