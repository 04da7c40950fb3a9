//@ verdict: ok
//@ about: a call that fails at once, or gives as many bytes as the number of an error, takes no time
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <time.h>

int main(void) {
    char bytes[200] = {0};
    struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = sizeof bytes};
    mqd_t queue = mq_open("/trailhound_bytes", O_CREAT | O_RDWR, 0600, &attributes);
    mq_unlink("/trailhound_bytes");
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    time_t start = limit.tv_sec;
    limit.tv_sec += 8;
    mq_send(queue, bytes, 110, 0);
    assert(mq_timedreceive(queue, bytes, sizeof bytes, NULL, &limit) == 110);
    assert(mq_timedreceive(-1, bytes, sizeof bytes, NULL, &limit) == -1);
    assert(time(NULL) - start < 4);
    return 0;
}
