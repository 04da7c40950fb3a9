//@ verdict: ok
//@ about: sleeps between calls that change what the system keeps take time each
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_key_t key;

static int makes_key(void) {
    pthread_key_t made;
    pthread_key_create(&made, NULL);
    return made < 6;
}

static int counts_in_key(void) {
    char *count = pthread_getspecific(key);
    pthread_setspecific(key, count + 1);
    return count != (char *)5;
}

static int duplicates(void) {
    return dup(0) < 8;
}

static int closes(void) {
    for (int number = 8; number > 2; number--)
        if (close(number) == 0)
            return 1;
    return 0;
}

static int unlinks(void) {
    return sem_unlink("/trailhound_1") == 0 || sem_unlink("/trailhound_2") == 0 ||
           sem_unlink("/trailhound_3") == 0 || sem_unlink("/trailhound_4") == 0 ||
           sem_unlink("/trailhound_5") == 0;
}

static int closes_semaphore(void) {
    static sem_t *semaphore;
    if (semaphore == NULL)
        for (int i = 0; i < 5; i++)
            semaphore = sem_open("/trailhound_1", O_CREAT, 0600, 1);
    return sem_close(semaphore) == 0;
}

static int lengthens_variable(void) {
    static char texts[6][8] = {"A=1", "A=2", "A=3", "A=4", "A=5", "A=6"};
    const char *last = getenv("A");
    char next = last == NULL ? '1' : *last + 1;
    return next <= '6' && putenv(texts[next - '1']) == 0;
}

static int changes_signal(void) {
    for (int number = SIGUSR1; number < SIGUSR1 + 6; number++)
        if (number != SIGKILL && signal(number, SIG_IGN) == SIG_DFL)
            return 1;
    return 0;
}

static void check(int (*changes)(void)) {
    time_t start = time(NULL);
    while (changes())
        sleep(1);
    assert(time(NULL) - start >= 4);
}

int main(void) {
    pthread_key_create(&key, NULL);
    check(makes_key);
    check(counts_in_key);
    check(duplicates);
    check(closes);
    sem_open("/trailhound_1", O_CREAT, 0600, 1);
    sem_open("/trailhound_2", O_CREAT, 0600, 1);
    sem_open("/trailhound_3", O_CREAT, 0600, 1);
    sem_open("/trailhound_4", O_CREAT, 0600, 1);
    sem_open("/trailhound_5", O_CREAT, 0600, 1);
    check(unlinks);
    check(closes_semaphore);
    sem_unlink("/trailhound_1");
    check(lengthens_variable);
    check(changes_signal);
    return 0;
}
