//@ verdict: error
//@ kind: deadlock
//@ line: 27
//@ about: a thread that is cancelled at mq_receive holds its mutex for ever, though there is a message
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t queue;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *receiver(void *arg) {
    char message[8];
    pthread_mutex_lock(&lock);
    mq_receive(queue, message, sizeof message, NULL);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 8};
    queue = mq_open("/queue", O_CREAT | O_RDWR, 0600, &attributes);
    mq_send(queue, "a", 1, 0);
    pthread_t t;
    pthread_create(&t, NULL, receiver, NULL);
    pthread_cancel(t), pthread_join(t, NULL);
    pthread_mutex_lock(&lock); //~ deadlock
    return 0;
}
