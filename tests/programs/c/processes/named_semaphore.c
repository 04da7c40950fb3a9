//@ verdict: ok
//@ about: a semaphore with a name, opened by each process for itself
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    sem_unlink("/trailhound-done");
    sem_t *done = sem_open("/trailhound-done", O_CREAT | O_EXCL, 0600, 0);
    assert(done != SEM_FAILED);
    if (fork() == 0) {
        sem_t *mine = sem_open("/trailhound-done", 0);
        assert(mine != SEM_FAILED);
        sem_post(mine);
        sem_close(mine);
        _exit(0);
    }
    sem_wait(done);
    sem_close(done);
    assert(sem_unlink("/trailhound-done") == 0);
    wait(NULL);
    return 0;
}
