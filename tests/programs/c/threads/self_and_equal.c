//@ verdict: ok
//@ about: pthread_self names the running thread
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;

static void *worker(void *arg) {
    assert(!pthread_equal(pthread_self(), main_thread));
    *(pthread_t *)arg = pthread_self();
    return NULL;
}

int main(void) {
    pthread_t t, reported;
    main_thread = pthread_self();
    pthread_create(&t, NULL, worker, &reported);
    pthread_join(t, NULL);
    assert(pthread_equal(t, reported));
    assert(pthread_equal(main_thread, pthread_self()));
    return 0;
}
