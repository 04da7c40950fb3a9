//@ verdict: error
//@ kind: assertion
//@ line: 43
//@ about: threads that wait to send to or receive from a queue go on waiting when another closes its descriptor, and succeed
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t empty, full;

static void *receives(void *arg) {
    char byte;
    ssize_t size = mq_receive(empty, &byte, 1, NULL);
    assert(size == 1 || size == -1);
    return size == 1 ? &empty : arg;
}

static void *sends(void *arg) {
    int result = mq_send(full, "b", 1, 0);
    return result == 0 ? &full : arg;
}

int main(void) {
    pthread_t receiver, sender;
    void *result;
    char byte;
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
    empty = mq_open("/trailhound_empty", O_CREAT | O_RDWR, 0600, &attributes);
    full = mq_open("/trailhound_full", O_CREAT | O_RDWR, 0600, &attributes);
    mqd_t to_empty = mq_open("/trailhound_empty", O_WRONLY);
    mqd_t from_full = mq_open("/trailhound_full", O_RDONLY);
    mq_unlink("/trailhound_empty");
    mq_unlink("/trailhound_full");
    mq_send(full, "a", 1, 0);
    pthread_create(&receiver, NULL, receives, NULL);
    pthread_create(&sender, NULL, sends, NULL);
    mq_close(empty);
    mq_close(full);
    mq_send(to_empty, "a", 1, 0);
    mq_receive(from_full, &byte, 1, NULL);
    pthread_join(receiver, &result);
    assert(result == NULL); //~ assertion
    pthread_join(sender, NULL);
    return 0;
}
