//@ verdict: error
//@ kind: assertion
//@ line: 19
//@ args: --file /tmp/
//@ about: what was written to a stream is not in the file before the stream is flushed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t written;

static void *reads(void *argument) {
    char line[16] = {0};
    sem_wait(&written);
    FILE *file = fopen("/tmp/notes", "r");
    assert(file);
    char *found = fgets(line, sizeof line, file);
    assert(found); //~ assertion
    fclose(file);
    return argument;
}

int main(void) {
    pthread_t reader;
    sem_init(&written, 0, 0);
    FILE *file = fopen("/tmp/notes", "w");
    pthread_create(&reader, 0, reads, 0);
    fputs("a line\n", file);
#ifdef FIXED
    fflush(file);
#endif
    sem_post(&written);
    pthread_join(reader, 0);
    fclose(file);
    return 0;
}
