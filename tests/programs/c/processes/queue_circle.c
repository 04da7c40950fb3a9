//@ verdict: error
//@ kind: deadlock
//@ about: two processes send to each other until both queues are full
#include <fcntl.h>
#include <mqueue.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    struct mq_attr limits = {.mq_maxmsg = 1, .mq_msgsize = 1};
    mqd_t there = mq_open("/trailhound-there", O_CREAT | O_RDWR, 0600, &limits);
    mqd_t back = mq_open("/trailhound-back", O_CREAT | O_RDWR, 0600, &limits);
    pid_t child = fork();
    mqd_t out = child == 0 ? back : there, in = child == 0 ? there : back;
    char byte = 1;
    for (int n = 0; n < 2; n++)
        mq_send(out, &byte, 1, 0);
    for (int n = 0; n < 2; n++)
        mq_receive(in, &byte, 1, NULL);
    if (child != 0)
        wait(NULL);
    return 0;
}
