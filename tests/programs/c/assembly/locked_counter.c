//@ verdict: ok
//@ width: 64
//@ about: locked instructions are single operations, and tickets of a spin lock by xadd are in order
#include <assert.h>
#include <pthread.h>

static int counter, next_ticket, now_serving, inside;

static void *work(void *unused) {
    (void)unused;
    int ticket = 1, current;
    __asm__ volatile("lock; incl %0" : "+m"(counter) : : "memory", "cc");
    __asm__ volatile("lock xaddl %0, %1" : "+r"(ticket), "+m"(next_ticket) : : "memory", "cc");
    do {
        __asm__ volatile("pause\n\tmovl %1, %0" : "=r"(current) : "m"(now_serving) : "memory");
    } while (current != ticket);
    assert(++inside == 1);
    inside--;
    __asm__ volatile("movl %1, %0" : "=m"(now_serving) : "r"(ticket + 1) : "memory");
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
