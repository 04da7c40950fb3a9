//@ verdict: error
//@ kind: use-after-free
//@ line: 22
//@ args: --file /tmp/
//@ about: a thread writes to a stream that another one may have closed
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *closes(void *argument) {
    fclose(file);
    return argument;
}

int main(void) {
    pthread_t closer;
    file = fopen("/tmp/notes", "w");
    if (!file)
        return 1;
    pthread_create(&closer, 0, closes, 0);
    fputs("a line\n", file); //~ use-after-free
    pthread_join(closer, 0);
    return 0;
}
