//@ verdict: ok
//@ about: a work-stealing deque
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
#define SIZE 4
#define ITEMS 3
atomic_int head, tail, items[SIZE], taken[ITEMS];

static void push(int item) {
    int end = tail;
    items[end % SIZE] = item;
    tail = end + 1;
}

static int pop(void) {
    int end = tail - 1;
    tail = end;
    int begin = head;
    if (begin > end) {
        tail = begin;
        return -1;
    }
    int item = items[end % SIZE];
    if (begin < end) return item;
    int expected = begin;
    if (!atomic_compare_exchange_strong(&head, &expected, begin + 1)) item = -1;
    tail = begin + 1;
    return item;
}

static int steal(void) {
    int begin = head, end = tail;
    if (begin >= end) return -1;
    int item = items[begin % SIZE];
    return atomic_compare_exchange_strong(&head, &begin, begin + 1) ? item : -1;
}

static void use(int item) {
    if (item >= 0) assert(atomic_fetch_add(&taken[item], 1) == 0);
}

void *thief(void *unused) {
    use(steal());
    use(steal());
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, thief, 0);
    push(0);
    push(1);
    use(pop());
    push(2);
    use(pop());
    use(pop());
    pthread_join(one, 0);
}
