//@ verdict: error
//@ kind: data-race
//@ about: an element is changed after it was linked, without the lock
#include <assert.h>
#include <pthread.h>

#include <stdlib.h>
struct element { int value; struct element *next; };
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct element *list;

void *run(void *unused) {
    struct element *element = malloc(sizeof *element);
    element->value = 0;
    pthread_mutex_lock(&lock);
    element->next = list;
    list = element;
    pthread_mutex_unlock(&lock);
    element->value = 1;
    return 0;
}

int main(void) {
    pthread_t one;
    int sum = 0;
    pthread_create(&one, 0, run, 0);
    pthread_mutex_lock(&lock);
    for (struct element *element = list; element; element = element->next) sum += element->value;
    pthread_mutex_unlock(&lock);
    pthread_join(one, 0);
    return sum > 1;
}
