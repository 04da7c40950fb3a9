//@ verdict: ok
//@ about: a child starts threads of its own, which share its memory and not the parent's
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    counter += 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    if (fork() == 0) {
        pthread_t threads[2];
        for (int n = 0; n < 2; n++)
            pthread_create(&threads[n], NULL, work, NULL);
        for (int n = 0; n < 2; n++)
            pthread_join(threads[n], NULL);
        _exit(counter);
    }
    int status;
    wait(&status);
    assert(WEXITSTATUS(status) == 2 && counter == 0);
    return 0;
}
