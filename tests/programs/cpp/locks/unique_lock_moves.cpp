//@ verdict: ok
//@ about: a lock moves out of a function and is released once
#include <cassert>
#include <mutex>
#include <thread>

std::mutex lock;
int shared;

static std::unique_lock<std::mutex> begin() {
  std::unique_lock guard(lock);
  shared++;
  return guard;
}

int main() {
  std::thread other([] {
    auto guard = begin();
    guard.unlock();
    guard.lock();
    shared++;
  });
  { auto guard = begin(); }
  other.join();
  assert(shared == 3);
}
