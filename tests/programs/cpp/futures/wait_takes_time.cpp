//@ verdict: ok
//@ about: a wait for a future or a semaphore that ends by time-out has taken its time
#include <cassert>
#include <chrono>
#include <future>
#include <semaphore>

using namespace std::chrono;

template <typename Clock, typename Wait>
void takes(milliseconds time, Wait wait) {
    auto start = Clock::now();
    wait(start);
    assert(Clock::now() - start >= time);
}

int main() {
    std::promise<int> promise;
    auto future = promise.get_future();
    std::counting_semaphore<4> semaphore(0);
    takes<steady_clock>(500ms, [&](auto) { assert(future.wait_for(500ms) == std::future_status::timeout); });
    takes<system_clock>(500ms, [&](auto start) { future.wait_until(start + 500ms); });
    takes<steady_clock>(300ms, [&](auto) { assert(!semaphore.try_acquire_for(300ms)); });
    takes<steady_clock>(300ms, [&](auto start) { assert(!semaphore.try_acquire_until(start + 300ms)); });
}
