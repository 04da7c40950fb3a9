//@ verdict: ok
//@ about: nobody passes a latch before all have come
#include <atomic>
#include <cassert>
#include <latch>
#include <thread>

std::latch gate(2);
std::atomic<int> arrived{0};

int main() {
  std::thread other([] {
    arrived++;
    gate.arrive_and_wait();
    assert(arrived == 2);
  });
  arrived++;
  gate.arrive_and_wait();
  assert(arrived == 2);
  other.join();
}
