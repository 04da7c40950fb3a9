//@ verdict: ok
//@ args: --always queue.length<=2&&(phase!=DONE||queue.items[1].weight==5)
//@ about: fields, elements and enumerators hold in every state
#include <pthread.h>

enum phase { EMPTY, FILLING, DONE };
struct item { char kind; int weight; };
struct queue { int length; struct item items[2]; };

struct queue queue;
enum phase phase;

static void *fill(void *arg) {
    phase = FILLING;
    for (int i = 0; i < 2; i++) {
        queue.items[i].weight = 4 + i;
        queue.length++;
    }
    phase = DONE;
    return arg;
}

int main(void) {
    pthread_t filler;
    pthread_create(&filler, 0, fill, 0);
    pthread_join(filler, 0);
    return 0;
}
