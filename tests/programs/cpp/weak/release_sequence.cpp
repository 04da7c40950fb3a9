//@ verdict: ok
//@ args: --memory c11
//@ about: an update hands on what a release store has published
#include <atomic>
#include <cassert>
#include <thread>

int payload;
std::atomic<int> state;

static void produce() {
  payload = 42;
  state.store(1, std::memory_order_release);
  state.fetch_add(1, std::memory_order_relaxed);
}

int main() {
  std::thread producer(produce);
  if (state.load(std::memory_order_acquire) == 2)
    assert(payload == 42);
  producer.join();
}
