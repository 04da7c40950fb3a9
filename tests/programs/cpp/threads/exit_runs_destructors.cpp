//@ verdict: unsupported
//@ about: pthread_exit unwinds the stack of the thread, which would run the destructor
#include <cassert>
#include <pthread.h>

struct Guard {
    ~Guard() { assert(false); }
};

static void *worker(void *) {
    Guard guard;
    pthread_exit(nullptr);
}

int main() {
    pthread_t thread;
    pthread_create(&thread, nullptr, worker, nullptr);
    pthread_join(thread, nullptr);
}
