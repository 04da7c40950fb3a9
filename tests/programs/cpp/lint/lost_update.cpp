//@ verdict: error
//@ kind: assertion
//@ about: main and a thread load and store a counter by library functions with an operation for each memory order
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> counter;

int main() {
    std::thread thread([] {
        int seen = counter.load();
        counter.store(seen + 1);
    });
    int seen = counter.load();
    counter.store(seen + 1);
    thread.join();
    assert(counter.load() == 2);
}
