//@ verdict: error
//@ kind: lock-misuse
//@ about: a semaphore that was not made for several processes
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    sem_t *done =
        mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(done, 0, 0);
    if (fork() == 0) {
        sem_post(done);
        _exit(0);
    }
    sem_wait(done);
    wait(NULL);
    return 0;
}
