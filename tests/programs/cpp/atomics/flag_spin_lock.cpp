//@ verdict: ok
//@ about: a spin lock of atomic_flag that waits
#include <atomic>
#include <cassert>
#include <thread>

std::atomic_flag taken;
int shared;

static void work() {
  while (taken.test_and_set(std::memory_order_acquire)) taken.wait(true);
  shared++;
  taken.clear(std::memory_order_release);
  taken.notify_one();
}

int main() {
  std::thread other(work);
  work();
  other.join();
  assert(shared == 2);
}
