//@ verdict: error
//@ kind: data-race
//@ about: the end of a thread frees an argument that another one has read without happening before
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<int> flag;

static void wait(std::unique_ptr<int> &&) {
    while (!flag.load(std::memory_order_relaxed))
        ;
}

int main() {
    auto owner = std::make_unique<int>(5);
    int *number = owner.get();
    std::thread thread(wait, std::move(owner));
    int seen = *number;
    flag.store(1, std::memory_order_relaxed);
    thread.join();
    return seen != 5;
}
