// Processes whose order is forced by waiting: only the first one prints, and only at times when no
// other is there to be faster.
#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int global = 3;

struct padded {
    char letter;
    int number;
    char tail;
};

static int status_of(pid_t child) {
    int status = -1;
    pid_t found = waitpid(child, &status, 0);
    return found == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void copies(void) {
    int *block = malloc(4 * sizeof *block);
    for (int n = 0; n < 4; n++)
        block[n] = n * n;
    pid_t child = fork();
    if (child == 0) {
        global = 200;
        block[3] += 1;
        free(block);
        block = malloc(sizeof *block);
        *block = global + 55;
        _exit(*block);
    }
    printf("child %d, here %d %d\n", status_of(child), global, block[3]);
    free(block);
}

static void structures(void) {
    int ends[2];
    pipe(ends);
    pid_t child = fork();
    if (child == 0) {
        struct padded message = {.letter = 'x', .number = -7, .tail = 'y'};
        write(ends[1], &message, sizeof message);
        _exit(0);
    }
    close(ends[1]);
    struct padded message;
    long got = read(ends[0], &message, sizeof message);
    printf("%ld: %c %d %c\n", got, message.letter, message.number, message.tail);
    printf("then %ld\n", (long)read(ends[0], &message, 1));
    printf("status %d\n", status_of(child));
    close(ends[0]);
}

static void more_than_a_pipe_holds(void) {
    enum { SIZE = 70000 };
    int ends[2];
    pipe(ends);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        char *bytes = malloc(SIZE);
        for (int n = 0; n < SIZE; n++)
            bytes[n] = n % 101;
        _exit(write(ends[1], bytes, SIZE) == SIZE);
    }
    close(ends[1]);
    char piece[7000];
    unsigned long sum = 0, count = 0;
    long got;
    while ((got = read(ends[0], piece, sizeof piece)) > 0) {
        for (long n = 0; n < got; n++)
            sum = sum * 31 + piece[n] + count++;
    }
    printf("%lu bytes, %lu, status %d\n", count, sum, status_of(child));
    close(ends[0]);
}

static void duplicates(void) {
    int ends[2];
    pipe(ends);
    int copy = dup(ends[1]);
    close(ends[1]);
    printf("writes %ld\n", (long)write(copy, "kept", 5));
    char text[8];
    printf("reads %ld\n", (long)read(ends[0], text, sizeof text));
    printf("%s\n", text);
    close(copy);
    printf("end %ld\n", (long)read(ends[0], text, 1));
    printf("closed twice %d\n", close(copy));
    close(ends[0]);
}

static void queues(void) {
    struct mq_attr limits = {.mq_maxmsg = 3, .mq_msgsize = 16};
    char name[64];
    snprintf(name, sizeof name, "/trailhound-%d", (int)getpid());
    mqd_t queue = mq_open(name, O_CREAT | O_EXCL | O_RDWR | O_NONBLOCK, 0600, &limits);
    printf("again %d\n", mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, &limits) == (mqd_t)-1);
    pid_t child = fork();
    if (child == 0) {
        mq_send(queue, "low", 4, 1);
        mq_send(queue, "high", 5, 9);
        mq_send(queue, "second", 7, 9);
        _exit(mq_send(queue, "full", 5, 9) == -1);
    }
    printf("full %d\n", status_of(child));
    char text[16];
    unsigned priority;
    long got;
    while ((got = mq_receive(queue, text, sizeof text, &priority)) > 0)
        printf("%ld %s %u\n", got, text, priority);
    printf("closed %d\n", mq_close(queue));
    printf("unlinked %d\n", mq_unlink(name));
    printf("gone %d\n", mq_unlink(name));
}

static void generations(void) {
    int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_t *done = (sem_t *)(shared + 64);
    sem_init(done, 1, 0);
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            shared[1] = shared[0] + 5;
            sem_post(done);
            _exit(9);
        }
        int status;
        wait(&status);
        shared[0] = 2;
        exit(WEXITSTATUS(status) + 1);
    }
    sem_wait(done);
    int status = status_of(child);
    printf("%d %d, status %d, nobody left %d\n", shared[0], shared[1], status, (int)wait(NULL));
    munmap(shared, 4096);
}

int main(void) {
    setbuf(stdout, NULL);
    copies();
    structures();
    more_than_a_pipe_holds();
    duplicates();
    queues();
    generations();
    return global;
}
