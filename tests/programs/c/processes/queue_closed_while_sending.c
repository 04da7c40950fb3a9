//@ verdict: error
//@ kind: assertion
//@ line: 14
//@ about: a thread that waits to send to a queue goes on waiting when another closes its descriptor, and succeeds
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t full;

static void *sends(void *arg) {
    int result = mq_send(full, "b", 1, 0);
    assert(result != 0); //~ assertion
    return arg;
}

int main(void) {
    pthread_t sender;
    char byte;
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
    full = mq_open("/trailhound_full", O_CREAT | O_RDWR, 0600, &attributes);
    mqd_t from_full = mq_open("/trailhound_full", O_RDONLY);
    mq_unlink("/trailhound_full");
    mq_send(full, "a", 1, 0);
    pthread_create(&sender, NULL, sends, NULL);
    mq_close(full);
    mq_receive(from_full, &byte, 1, NULL);
    pthread_join(sender, NULL);
    return 0;
}
