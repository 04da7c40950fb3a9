//@ verdict: error
//@ kind: assertion
//@ line: 17
//@ about: an increment in two atomic halves
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> counter{0};

static void work() { counter = counter + 1; }

int main() {
  std::thread first(work), second(work);
  first.join();
  second.join();
  assert(counter == 2);
}
