//@ verdict: ok
//@ about: after a fork each process has its own copy of a mutex: nobody waits for the other
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pid_t child = fork();
    pthread_mutex_t *first = child == 0 ? &one : &two, *second = child == 0 ? &two : &one;
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    if (child != 0)
        wait(NULL);
    return 0;
}
