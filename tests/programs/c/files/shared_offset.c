//@ verdict: ok
//@ args: --file /tmp/
//@ about: threads that write to one descriptor share its offset, so that nothing is overwritten
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int file;

static void *put(void *text) {
    assert(write(file, text, 3) == 3);
    return 0;
}

int main(void) {
    char found[8] = {0};
    pthread_t one, two;
    file = open("/tmp/log", O_RDWR | O_CREAT | O_TRUNC, 0600);
    pthread_create(&one, 0, put, "abc"), pthread_create(&two, 0, put, "xyz");
    pthread_join(one, 0), pthread_join(two, 0);
    assert(pread(file, found, 8, 0) == 6);
    assert(strcmp(found, "abcxyz") == 0 || strcmp(found, "xyzabc") == 0);
    return close(file);
}
