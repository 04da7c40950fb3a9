//@ verdict: ok
//@ about: a list whose elements have locks, and a lock for its links
#include <assert.h>
#include <pthread.h>

#include <stdlib.h>
struct element { pthread_mutex_t lock; int value; struct element *next; };
pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
struct element *list;

static void insert(int value) {
    struct element *element = malloc(sizeof *element);
    pthread_mutex_init(&element->lock, 0);
    element->value = value;
    pthread_mutex_lock(&list_lock);
    element->next = list;
    list = element;
    pthread_mutex_unlock(&list_lock);
}

static void raise_all(void) {
    pthread_mutex_lock(&list_lock);
    for (struct element *element = list; element; element = element->next) {
        pthread_mutex_lock(&element->lock);
        element->value++;
        pthread_mutex_unlock(&element->lock);
    }
    pthread_mutex_unlock(&list_lock);
}

void *run(void *unused) {
    insert(1);
    raise_all();
    return 0;
}

int main(void) {
    pthread_t one;
    insert(0);
    pthread_create(&one, 0, run, 0);
    raise_all();
    pthread_join(one, 0);
}
