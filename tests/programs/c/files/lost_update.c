//@ verdict: error
//@ kind: assertion
//@ line: 36
//@ args: --file /tmp/
//@ about: two threads read a number from a file, add one and write it back, so that one addition is lost
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void *add(void *argument) {
    int number;
#ifdef FIXED
    pthread_mutex_lock(argument);
#endif
    pread(file, &number, sizeof number, 0);
    number++;
    pwrite(file, &number, sizeof number, 0);
#ifdef FIXED
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
    assert(number == 2); //~ assertion
    return 0;
}
