//@ verdict: ok
//@ about: functions that run at the end of the program, of a thread and around forks sleep each for itself
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static time_t start;

static void nap(void) {
    sleep(1);
}

static void nap_with(void *value) {
    (void)value;
    sleep(1);
}

static void *sets_keys(void *keys) {
    for (int i = 0; i < 5; i++)
        pthread_setspecific(((pthread_key_t *)keys)[i], keys);
    return NULL;
}

static void finish(void) {
    assert(time(NULL) - start >= 4);
}

int main(void) {
    pthread_key_t keys[5];
    pthread_t t;
    for (int i = 0; i < 5; i++)
        pthread_key_create(&keys[i], nap_with);
    start = time(NULL);
    pthread_create(&t, NULL, sets_keys, keys);
    pthread_join(t, NULL);
    assert(time(NULL) - start >= 4);

    for (int i = 0; i < 5; i++)
        pthread_atfork(nap, NULL, NULL);
    start = time(NULL);
    if (fork() == 0)
        _exit(0);
    wait(NULL);
    assert(time(NULL) - start >= 4);

    start = time(NULL);
    atexit(finish);
    for (int i = 0; i < 5; i++)
        atexit(nap);
    return 0;
}
