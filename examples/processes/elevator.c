/* In the manner of VeriSoft: processes that talk over bounded channels, and an environment that
 * chooses. A cabin takes orders from a queue; two floors call it, each as often as the toss says,
 * and the last word of each floor is that it is done.
 *
 *   trailhound check elevator.c
 *
 * A floor sends its next order before it has read the answer to the one before: the queues fill up
 * and all wait for room. With -DFIXED it reads each answer first.
 */
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sys/wait.h>
#include <trailhound.h>
#include <unistd.h>

enum { FLOORS = 2, DONE = 255 };

struct order {
    unsigned char from, to;
};

static mqd_t open_queue(const char *name, int size) {
    struct mq_attr limits = {.mq_maxmsg = 1, .mq_msgsize = size};
    mqd_t queue = mq_open(name, O_CREAT | O_RDWR, 0600, &limits);
    assert(queue != (mqd_t)-1);
    return queue;
}

static void call(int floor, mqd_t orders, mqd_t arrivals) {
    unsigned count = th_toss(4);
    unsigned char reached;
    for (unsigned n = 0; n < count; n++) {
        struct order order = {floor, 1 - floor};
        mq_send(orders, (char *)&order, sizeof order, 0);
#ifdef FIXED
        mq_receive(arrivals, (char *)&reached, 1, NULL);
        assert(reached == 1 - floor);
#endif
    }
#ifndef FIXED
    for (unsigned n = 0; n < count; n++)
        mq_receive(arrivals, (char *)&reached, 1, NULL);
#endif
    struct order done = {floor, DONE};
    mq_send(orders, (char *)&done, sizeof done, 0);
}

int main(void) {
    mqd_t orders = open_queue("/trailhound-orders", sizeof(struct order));
    mqd_t arrivals[FLOORS] = {open_queue("/trailhound-first", 1), open_queue("/trailhound-second", 1)};
    for (int floor = 0; floor < FLOORS; floor++) {
        if (fork() == 0) {
            call(floor, orders, arrivals[floor]);
            _exit(0);
        }
    }
    int cabin = 0;
    for (int done = 0; done < FLOORS;) {
        struct order order;
        mq_receive(orders, (char *)&order, sizeof order, NULL);
        if (order.to == DONE) {
            done++;
            continue;
        }
        cabin = order.from;
        cabin = order.to;
        unsigned char reached = cabin;
        mq_send(arrivals[order.from], (char *)&reached, 1, 0);
    }
    while (wait(NULL) > 0)
        ;
    mq_unlink("/trailhound-orders");
    mq_unlink("/trailhound-first");
    mq_unlink("/trailhound-second");
    return 0;
}
