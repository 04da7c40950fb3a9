//@ verdict: ok
//@ about: a pool of two workers and three jobs
#include <assert.h>
#include <pthread.h>

#define JOBS 3
#define WORKERS 2
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t work_there = PTHREAD_COND_INITIALIZER;
int jobs, closed, done;

void *work(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (jobs == 0 && !closed) pthread_cond_wait(&work_there, &lock);
        if (jobs == 0) {
            pthread_mutex_unlock(&lock);
            return 0;
        }
        jobs--;
        done++;
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], 0, work, 0);
    for (int i = 0; i < JOBS; i++) {
        pthread_mutex_lock(&lock);
        jobs++;
        pthread_cond_signal(&work_there);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&work_there);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], 0);
    assert(done == JOBS);
}
