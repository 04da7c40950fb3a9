//@ verdict: ok
//@ library: libstdc++
//@ about: a value that main sets at its exit is there when static variables are destroyed
#include <cassert>
#include <future>
#include <thread>

static std::promise<int> promise;
static std::future<int> future = promise.get_future();
static int got;

struct Joiner {
    ~Joiner() {
        thread.join();
        assert(got == 1);
    }
    std::thread thread;
};

static Joiner joiner;

int main() {
    joiner.thread = std::thread([] { got = future.get(); });
    promise.set_value_at_thread_exit(1);
}
