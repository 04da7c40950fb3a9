//@ verdict: error
//@ kind: deadlock
//@ about: two processes take two shared mutexes in opposite order
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    pthread_mutex_t *locks =
        mmap(NULL, 2 * sizeof *locks, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&locks[0], &attributes);
    pthread_mutex_init(&locks[1], &attributes);
    int first = fork() == 0;
    pthread_mutex_lock(&locks[first]);
    pthread_mutex_lock(&locks[1 - first]);
    pthread_mutex_unlock(&locks[1 - first]);
    pthread_mutex_unlock(&locks[first]);
    if (first)
        _exit(0);
    wait(NULL);
    return 0;
}
