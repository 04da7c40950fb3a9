//@ verdict: error
//@ kind: data-race
//@ about: a string is printed while another thread writes into it
#include <pthread.h>
#include <stdio.h>

static char name[16] = "hound";

static void *writer(void *arg) {
    name[0] = 's';
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    printf("%d %s\n", 1, name);
    pthread_join(t, NULL);
    return 0;
}
