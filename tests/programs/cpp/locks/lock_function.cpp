//@ verdict: ok
//@ about: std::lock and adopt_lock, in opposite orders
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int shared;

static void add(std::mutex& first, std::mutex& second) {
  std::lock(first, second);
  std::lock_guard one(first, std::adopt_lock);
  std::lock_guard two(second, std::adopt_lock);
  shared++;
}

int main() {
  std::thread other([] { add(b, a); });
  add(a, b);
  other.join();
  assert(shared == 2);
}
