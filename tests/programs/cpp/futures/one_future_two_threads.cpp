//@ verdict: error
//@ kind: data-race
//@ about: a thread asks a future variable that another one moves away without a lock
#include <future>
#include <thread>

static std::future<int> future;

int main() {
    std::promise<int> promise;
    future = promise.get_future();
    std::thread thread([] { std::future<int> mine = std::move(future); });
    bool valid = future.valid();
    thread.join();
    (void)valid;
    return 0;
}
