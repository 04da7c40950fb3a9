//@ verdict: ok
//@ about: a mutex with PTHREAD_PROCESS_SHARED in shared memory
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
    pthread_mutex_t lock;
    int counter;
};

static void work(struct shared *shared) {
    pthread_mutex_lock(&shared->lock);
    shared->counter += 1;
    pthread_mutex_unlock(&shared->lock);
}

int main(void) {
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    if (fork() == 0) {
        work(shared);
        _exit(0);
    }
    work(shared);
    wait(NULL);
    assert(shared->counter == 2);
    pthread_mutex_destroy(&shared->lock);
    return 0;
}
