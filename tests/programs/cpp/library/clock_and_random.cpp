//@ verdict: ok
//@ about: clocks do not go back, and random_device gives numbers
#include <cassert>
#include <chrono>
#include <random>

int main() {
  auto start = std::chrono::steady_clock::now();
  auto end = std::chrono::steady_clock::now();
  assert(end >= start);
  assert(std::chrono::system_clock::now().time_since_epoch().count() > 0);
  std::random_device device;
  std::mt19937 generator(device());
  std::uniform_int_distribution<int> dice(1, 6);
  int thrown = dice(generator);
  assert(thrown >= 1 && thrown <= 6);
}
