/* A message goes from a sender over N relays to a receiver, and its acknowledgement comes back the
 * same way, before the next message is sent. */
#ifndef N
#define N 4
#endif
#include "slot.h"

#ifndef MESSAGES
#define MESSAGES 2
#endif

/* What is on its way to a relay: a message from the left, an acknowledgement from the right. */
static struct slot message[N + 2] = {EACH(EMPTY_AT)[N + 1] = EMPTY};
static struct slot acknowledgement[N + 2] = {[0] = EMPTY, EACH(EMPTY_AT)};

static void *sender(void *argument) {
    (void)argument;
    for (int number = 0; number < MESSAGES; number++) {
        th_mark("send");
        put(&message[1]);
        take(&acknowledgement[0]);
        th_mark("confirmed");
    }
    return NULL;
}

static void *relay(void *argument) {
    long me = (long)argument;
    for (int number = 0; number < MESSAGES; number++) {
        take(&message[me]);
        put(&message[me + 1]);
        take(&acknowledgement[me]);
        put(&acknowledgement[me - 1]);
    }
    return NULL;
}

static void *receiver(void *argument) {
    (void)argument;
    for (int number = 0; number < MESSAGES; number++) {
        take(&message[N + 1]);
        th_mark("deliver");
        put(&acknowledgement[N]);
    }
    return NULL;
}

int main(void) {
    pthread_t from, to, relays[N + 1];
    pthread_create(&from, NULL, sender, NULL);
#define START(i) pthread_create(&relays[i], NULL, relay, (void *)i);
    EACH(START)
    pthread_create(&to, NULL, receiver, NULL);
    pthread_join(from, NULL);
#define JOIN(i) pthread_join(relays[i], NULL);
    EACH(JOIN)
    pthread_join(to, NULL);
    return 0;
}
