//@ verdict: ok
//@ about: a sender is never more than the length of the queue ahead of the receiver
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define LENGTH 2
#define MESSAGES 4

int main(void) {
    _Atomic int *received =
        mmap(NULL, sizeof *received, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct mq_attr limits = {.mq_maxmsg = LENGTH, .mq_msgsize = sizeof(int)};
    mqd_t queue = mq_open("/trailhound-bounded", O_CREAT | O_RDWR, 0600, &limits);
    if (fork() == 0) {
        for (int n = 0; n < MESSAGES; n++) {
            mq_send(queue, (char *)&n, sizeof n, 0);
            assert(n - *received <= LENGTH);
        }
        _exit(0);
    }
    for (int n = 0; n < MESSAGES; n++) {
        int got;
        assert(mq_receive(queue, (char *)&got, sizeof got, NULL) == sizeof got && got == n);
        *received = n + 1;
    }
    wait(NULL);
    mq_unlink("/trailhound-bounded");
    return 0;
}
