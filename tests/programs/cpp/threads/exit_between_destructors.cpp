//@ verdict: ok
//@ about: where pthread_exit has nothing to unwind, it ends the thread
#include <cassert>
#include <mutex>
#include <pthread.h>

static std::mutex mutex;
static int count;

static void *worker(void *) {
    {
        std::lock_guard guard(mutex);
        count++;
    }
    pthread_exit(nullptr);
}

int main() {
    pthread_t thread;
    pthread_create(&thread, nullptr, worker, nullptr);
    pthread_join(thread, nullptr);
    assert(count == 1);
}
