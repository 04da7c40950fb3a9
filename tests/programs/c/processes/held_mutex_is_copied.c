//@ verdict: ok
//@ about: the forking thread holds a mutex, and so does its copy in the child
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&lock);
    pid_t child = fork();
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    if (child != 0)
        wait(NULL);
    return 0;
}
