/* The automated gas station: N customers pay the operator in advance for one of two pumps, the
 * operator activates the pump, the customer takes gas, the pump reports the charge, and the
 * operator lays the change into the pump's tray. One customer is at a pump at a time. */
#ifndef N
#define N 5
#endif
#include "slot.h"

enum stage { FREE, PAID, ACTIVE, FLOWING, STOPPED, CHARGED, CHANGE };

static pthread_mutex_t office = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static enum stage pumps[3];

/* Waits for one stage of a pump and goes on to another one. */
static void advance(long pump, enum stage from, enum stage to) {
    pthread_mutex_lock(&office);
    while (pumps[pump] != from)
        pthread_cond_wait(&changed, &office);
    pumps[pump] = to;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&office);
}

static void *customer(void *argument) {
    long pump = (long)argument;
    advance(pump, FREE, PAID);
    advance(pump, ACTIVE, FLOWING);
    th_mark("start");
    th_mark("finish");
    advance(pump, FLOWING, STOPPED);
    advance(pump, CHANGE, FREE);
    return NULL;
}

/* A pump serves every second customer. */
static void *pump(void *argument) {
    long me = (long)argument;
    for (long left = (N + 2 - me) / 2; left > 0; left--)
        advance(me, STOPPED, CHARGED);
    return NULL;
}

static void *operate(void *argument) {
    (void)argument;
    int customers = N;
    while (customers > 0) {
        pthread_mutex_lock(&office);
        if (pumps[1] == PAID) {
            pumps[1] = ACTIVE;
        } else if (pumps[1] == CHARGED) {
            pumps[1] = CHANGE;
            customers--;
        } else if (pumps[2] == PAID) {
            pumps[2] = ACTIVE;
        } else if (pumps[2] == CHARGED) {
            pumps[2] = CHANGE;
            customers--;
        } else {
            pthread_cond_wait(&changed, &office);
        }
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&office);
    }
    return NULL;
}

int main(void) {
    pthread_t operator, pump_threads[3], customers[N + 1];
    pthread_create(&operator, NULL, operate, NULL);
    pthread_create(&pump_threads[1], NULL, pump, (void *)1);
    pthread_create(&pump_threads[2], NULL, pump, (void *)2);
#define START(i) pthread_create(&customers[i], NULL, customer, (void *)(2L - i % 2));
    EACH(START)
    pthread_join(operator, NULL);
    pthread_join(pump_threads[1], NULL);
    pthread_join(pump_threads[2], NULL);
#define JOIN(i) pthread_join(customers[i], NULL);
    EACH(JOIN)
    return 0;
}
