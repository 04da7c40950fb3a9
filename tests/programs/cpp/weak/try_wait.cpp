//@ verdict: error
//@ kind: assertion
//@ line: 20
//@ about: a latch that is only tried may still seem closed to both threads that open one
#include <cassert>
#include <latch>
#include <thread>

static std::latch left(1), right(1);

int main() {
  bool seen_left = false, seen_right = false;
  std::thread thread([&] {
    left.count_down();
    seen_right = right.try_wait();
  });
  right.count_down();
  seen_left = left.try_wait();
  thread.join();
  assert(seen_left || seen_right); //~ assertion
}
