//@ verdict: ok
//@ about: two threads that back off with trylock may meet again and again, but some schedule always ends
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *worker(void *arg) {
    int mine = (int)(long)arg;
    for (;;) {
        pthread_mutex_lock(&locks[mine]);
        if (pthread_mutex_trylock(&locks[1 - mine]) == 0)
            break;
        pthread_mutex_unlock(&locks[mine]);
    }
    pthread_mutex_unlock(&locks[1 - mine]);
    pthread_mutex_unlock(&locks[mine]);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
