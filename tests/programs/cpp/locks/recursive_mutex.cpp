//@ verdict: ok
//@ about: a recursive mutex is locked again by its owner
#include <cassert>
#include <mutex>
#include <thread>

std::recursive_mutex lock;
int depth;

static int descend(int n) {
  std::lock_guard guard(lock);
  depth++;
  return n == 0 ? depth : descend(n - 1);
}

int main() {
  std::thread other([] { descend(1); });
  descend(1);
  other.join();
  assert(depth == 4);
}
