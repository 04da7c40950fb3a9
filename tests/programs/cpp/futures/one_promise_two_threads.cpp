//@ verdict: error
//@ kind: use-after-free
//@ library: libstdc++
//@ about: a thread sets the value of a promise variable that another one exchanges without a lock
#include <future>
#include <thread>

static std::promise<int> promise, other;

int main() {
    std::thread thread([] { promise.set_value(1); });
    promise.swap(other);
    thread.join();
    return 0;
}
