//@ verdict: ok
//@ about: messages come out of a queue by priority, and by age within one
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    struct mq_attr limits = {.mq_maxmsg = 4, .mq_msgsize = 8};
    mqd_t queue = mq_open("/trailhound-priorities", O_CREAT | O_RDWR, 0600, &limits);
    assert(queue != (mqd_t)-1);
    if (fork() == 0) {
        assert(mq_send(queue, "a", 2, 1) == 0);
        assert(mq_send(queue, "b", 2, 3) == 0);
        assert(mq_send(queue, "c", 2, 3) == 0);
        assert(mq_send(queue, "d", 2, 2) == 0);
        _exit(0);
    }
    wait(NULL);
    assert(mq_getattr(queue, &limits) == 0 && limits.mq_curmsgs == 4);
    char text[8], all[5] = "";
    unsigned priority, last = 9;
    for (int n = 0; n < 4; n++) {
        assert(mq_receive(queue, text, sizeof text, &priority) == 2 && priority <= last);
        last = priority;
        all[n] = text[0];
    }
    assert(strcmp(all, "bcda") == 0);
    mq_close(queue);
    assert(mq_unlink("/trailhound-priorities") == 0);
    return 0;
}
