//@ verdict: ok
//@ about: atomics of every size, and atomic_ref
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

std::atomic<std::uint8_t> one{0};
std::atomic<std::uint16_t> two{0};
std::atomic<std::uint32_t> four{0};
std::atomic<std::uint64_t> eight{0};
std::atomic<double> real{0};
int plain;

static void work() {
  one++;
  two += 2;
  four.fetch_add(4);
  eight |= 8;
  real.fetch_add(0.5);
  std::atomic_ref(plain).fetch_add(1);
}

int main() {
  std::thread other(work);
  other.join();
  work();
  assert(one == 2 && two == 4 && four == 8 && eight == 8);
  assert(real == 1.0);
  assert(plain == 2);
}
