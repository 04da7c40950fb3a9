//@ verdict: ok
//@ about: the completion of a barrier runs once for each phase
#include <barrier>
#include <cassert>
#include <thread>

int phase;

int main() {
  std::barrier barrier(2, []() noexcept { phase++; });
  std::thread other([&] {
    barrier.arrive_and_wait();
    assert(phase == 1);
    barrier.arrive_and_wait();
  });
  barrier.arrive_and_wait();
  assert(phase == 1);
  barrier.arrive_and_wait();
  assert(phase == 2);
  other.join();
}
