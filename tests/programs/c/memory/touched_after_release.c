//@ verdict: error
//@ kind: use-after-free
//@ line: 23
//@ about: a thread touches an object after it has given up its share of it
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t lock;
    int users;
};

static void *leave(void *arg) {
    struct object *object = arg;
    pthread_mutex_lock(&object->lock);
    int last = --object->users == 0;
    if (last) {
        pthread_mutex_unlock(&object->lock);
        free(object);
        return NULL;
    }
    pthread_mutex_unlock(&object->lock);
    object->users += 0; //~ use-after-free
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct object *object = malloc(sizeof *object);
    pthread_mutex_init(&object->lock, NULL);
    object->users = 2;
    pthread_create(&a, NULL, leave, object);
    pthread_create(&b, NULL, leave, object);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
