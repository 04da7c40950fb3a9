//@ verdict: ok
//@ about: sleeps of a thread that begins, joins or wakes others in between take time each, for these may have counted
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER;
static int count, waiting;

static void *counts(void *arg) {
    count++;
    return arg;
}

static void *counts_when_asked(void *arg) {
    pthread_mutex_lock(&lock);
    while (count < 5) {
        waiting = 1;
        pthread_cond_wait(&asked, &lock);
        count++;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    time_t start = time(NULL);
    while (count < 5) {
        pthread_create(&t, NULL, counts, NULL);
        pthread_join(t, NULL);
        sleep(1);
    }
    assert(time(NULL) - start >= 4);

    int *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    start = time(NULL);
    while (*shared < 5) {
        if (fork() == 0) {
            ++*shared;
            _exit(0);
        }
        wait(NULL);
        sleep(1);
    }
    assert(time(NULL) - start >= 4);

    for (int i = 0; i < 5; i++)
        if (fork() == 0)
            _exit(0);
    start = time(NULL);
    while (wait(NULL) > 0)
        sleep(1);
    assert(time(NULL) - start >= 4);

    count = 0;
    start = time(NULL);
    pthread_create(&t, NULL, counts_when_asked, NULL);
    for (;;) {
        pthread_mutex_lock(&lock);
        int is_over = count == 5;
        if (waiting)
            pthread_cond_signal(&asked);
        pthread_mutex_unlock(&lock);
        if (is_over)
            break;
        sleep(1);
    }
    pthread_join(t, NULL);
    assert(time(NULL) - start >= 4);
    return 0;
}
