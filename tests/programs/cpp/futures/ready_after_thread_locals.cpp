//@ verdict: ok
//@ about: a value that is set at the exit of a thread is there after the thread's variables are gone
#include <atomic>
#include <cassert>
#include <future>
#include <thread>

static std::atomic<int> gone;

struct Local {
    ~Local() { gone = 1; }
};

static thread_local Local local;

int main() {
    std::promise<int> promise;
    auto future = promise.get_future();
    std::thread thread([&] {
        (void)&local;
        promise.set_value_at_thread_exit(1);
    });
    future.get();
    assert(gone == 1);
    thread.join();
}
