//@ verdict: error
//@ kind: assertion
//@ line: 15
//@ about: the result of try_lock_for is ignored
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex lock;

int main() {
  std::thread other([] { std::lock_guard guard(lock); });
  bool taken = lock.try_lock_for(std::chrono::seconds(1));
  assert(taken);
  lock.unlock();
  other.join();
}
