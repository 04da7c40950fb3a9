//@ verdict: ok
//@ about: a static variable of a function is initialised by one thread
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> made{0};

struct Registry {
  int value;
  Registry() : value(++made) {}
};

static Registry& registry() {
  static Registry only;
  return only;
}

int main() {
  std::thread other([] { assert(registry().value == 1); });
  assert(registry().value == 1);
  other.join();
  assert(made == 1);
}
