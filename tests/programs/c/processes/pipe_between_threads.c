//@ verdict: ok
//@ about: a pipe between two threads of one process
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *produce(void *unused) {
    for (int number = 1; number <= 3; number++)
        assert(write(ends[1], &number, sizeof number) == sizeof number);
    close(ends[1]);
    return unused;
}

int main(void) {
    assert(pipe(ends) == 0);
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    int number, sum = 0;
    while (read(ends[0], &number, sizeof number) == sizeof number)
        sum += number;
    assert(sum == 6);
    pthread_join(thread, NULL);
    return 0;
}
