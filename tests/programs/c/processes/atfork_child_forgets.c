//@ verdict: error
//@ kind: lock-misuse
//@ line: 16
//@ exit: never
//@ about: a lock that is taken before each fork and given back by the parent alone is held for ever in the child
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take(void) { pthread_mutex_lock(&lock); }
static void give(void) { pthread_mutex_unlock(&lock); }

static void child(void) {
    pthread_mutex_lock(&lock); //~ lock-misuse
    pthread_mutex_unlock(&lock);
    _exit(0);
}

int main(void) {
    pthread_atfork(take, give, NULL);
    pid_t process = fork();
    if (process == 0)
        child();
    waitpid(process, NULL, 0);
    return 0;
}
