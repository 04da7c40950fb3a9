//@ verdict: ok
//@ about: a semaphore in shared memory keeps three processes apart
#include <assert.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORKERS 3

struct shared {
    sem_t turn;
    int counter;
};

int main(void) {
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(sem_init(&shared->turn, 1, 1) == 0);
    for (int worker = 0; worker < WORKERS; worker++) {
        if (fork() == 0) {
            sem_wait(&shared->turn);
            shared->counter += 1;
            sem_post(&shared->turn);
            _exit(0);
        }
    }
    for (int worker = 0; worker < WORKERS; worker++)
        assert(wait(NULL) > 0);
    assert(shared->counter == WORKERS);
    sem_destroy(&shared->turn);
    assert(munmap(shared, sizeof *shared) == 0);
    return 0;
}
