//@ verdict: ok
//@ args: --memory c11
//@ about: a spin lock of atomic_flag
#include <atomic>
#include <cassert>
#include <thread>

std::atomic_flag taken;
int shared;

static void work() {
  while (taken.test_and_set(std::memory_order_acquire)) {
  }
  shared++;
  taken.clear(std::memory_order_release);
}

int main() {
  std::thread other(work);
  work();
  other.join();
  assert(shared == 2);
}
