//@ verdict: error
//@ kind: data-race
//@ about: the end of a thread frees what its std::function holds, which another thread has read without happening before
#include <atomic>
#include <functional>
#include <thread>

static std::atomic<int> flag;
static std::atomic<const int *> place;

struct Large {
    int numbers[16];
    void operator()() const {
        place.store(&numbers[3]);
        while (!flag.load(std::memory_order_relaxed))
            ;
    }
};

int main() {
    std::function<void()> function = Large{{1, 2, 3, 4}};
    std::thread thread(std::move(function));
    const int *number;
    while (!(number = place.load()))
        ;
    int seen = *number;
    flag.store(1, std::memory_order_relaxed);
    thread.join();
    return seen != 4;
}
