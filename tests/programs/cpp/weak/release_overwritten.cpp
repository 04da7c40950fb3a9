//@ verdict: error
//@ kind: data-race
//@ args: --memory auto
//@ about: a relaxed store over a release store publishes nothing since C++20
#include <atomic>
#include <cassert>
#include <thread>

int payload;
std::atomic<int> state;

static void produce() {
  payload = 42;
  state.store(1, std::memory_order_release);
  state.store(2, std::memory_order_relaxed);
}

int main() {
  std::thread producer(produce);
  if (state.load(std::memory_order_acquire) == 2)
    assert(payload == 42);
  producer.join();
}
