//@ verdict: error
//@ kind: deadlock
//@ about: the first process has ended, its child waits for ever
#include <semaphore.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    sem_t *never =
        mmap(NULL, sizeof *never, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(never, 1, 0);
    if (fork() == 0)
        sem_wait(never);
    return 0;
}
