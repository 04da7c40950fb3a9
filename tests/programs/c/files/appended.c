//@ verdict: ok
//@ args: --file /tmp/
//@ about: with O_APPEND each write goes to the end, whoever opened the file
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void *put(void *text) {
    int file = open("/tmp/log", O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert(write(file, text, 3) == 3);
    close(file);
    return 0;
}

int main(void) {
    char found[8] = {0};
    pthread_t one, two;
    pthread_create(&one, 0, put, "abc"), pthread_create(&two, 0, put, "xyz");
    pthread_join(one, 0), pthread_join(two, 0);
    int file = open("/tmp/log", O_RDONLY);
    assert(read(file, found, 8) == 6);
    return 0;
}
