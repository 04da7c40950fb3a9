//@ verdict: ok
//@ about: a condition variable wakes a thread of another process
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int ready;
};

int main(void) {
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t lock;
    pthread_condattr_t condition;
    pthread_mutexattr_init(&lock);
    pthread_mutexattr_setpshared(&lock, PTHREAD_PROCESS_SHARED);
    pthread_condattr_init(&condition);
    pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->lock, &lock);
    pthread_cond_init(&shared->changed, &condition);
    if (fork() == 0) {
        pthread_mutex_lock(&shared->lock);
        shared->ready = 1;
        pthread_cond_signal(&shared->changed);
        pthread_mutex_unlock(&shared->lock);
        _exit(0);
    }
    pthread_mutex_lock(&shared->lock);
    while (!shared->ready)
        pthread_cond_wait(&shared->changed, &shared->lock);
    pthread_mutex_unlock(&shared->lock);
    wait(NULL);
    assert(shared->ready == 1);
    return 0;
}
