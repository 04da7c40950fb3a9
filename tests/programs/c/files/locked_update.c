//@ verdict: ok
//@ args: --file /tmp/
//@ about: two threads add to a number in a file under a lock
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void *add(void *argument) {
    int number;
#if 1
    pthread_mutex_lock(argument);
#endif
    pread(file, &number, sizeof number, 0);
    number++;
    pwrite(file, &number, sizeof number, 0);
#if 1
    pthread_mutex_unlock(argument);
#endif
    return argument;
}

int main(void) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t one, two;
    int number = 0;
    file = open("/tmp/number", O_RDWR | O_CREAT, 0600);
    assert(file >= 0 && write(file, &number, sizeof number) == sizeof number);
    pthread_create(&one, 0, add, &lock), pthread_create(&two, 0, add, &lock);
    pthread_join(one, 0), pthread_join(two, 0);
    pread(file, &number, sizeof number, 0);
    assert(number == 2);
    return 0;
}
