//@ verdict: error
//@ kind: assertion
//@ line: 39
//@ about: threads that wait for a time to send to or receive from a queue go on waiting when another closes its descriptor
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t empty, full;
static const struct timespec limit = {2000000000, 0};

static void *receives(void *unused) {
    char byte;
    return mq_timedreceive(empty, &byte, 1, NULL, &limit) == 1 ? &empty : unused;
}

static void *sends(void *unused) {
    return mq_timedsend(full, "b", 1, 0, &limit) == 0 ? &full : unused;
}

int main(void) {
    pthread_t receiver, sender;
    void *received, *sent;
    char byte;
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
    empty = mq_open("/trailhound_empty", O_CREAT | O_RDWR, 0600, &attributes);
    full = mq_open("/trailhound_full", O_CREAT | O_RDWR, 0600, &attributes);
    mqd_t to_empty = mq_open("/trailhound_empty", O_WRONLY);
    mqd_t from_full = mq_open("/trailhound_full", O_RDONLY);
    mq_send(full, "a", 1, 0);
    pthread_create(&receiver, NULL, receives, NULL);
    pthread_create(&sender, NULL, sends, NULL);
    mq_close(empty);
    mq_close(full);
    mq_send(to_empty, "a", 1, 0);
    mq_receive(from_full, &byte, 1, NULL);
    pthread_join(receiver, &received), pthread_join(sender, &sent);
    assert(received == NULL || sent == NULL); //~ assertion
    return 0;
}
