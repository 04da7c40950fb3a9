//@ verdict: ok
//@ about: strings that are only touched under a lock
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[16] = "abc";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    strcat(text, "de");
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&lock);
    printf("%s has %zu letters\n", text, strlen(text));
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return strcmp(text, "abcde");
}
