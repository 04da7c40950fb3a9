//@ verdict: ok
//@ about: a semaphore of two lets two in
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>
#include <vector>

std::counting_semaphore<2> places(2);
std::atomic<int> inside{0};

static void visit() {
  places.acquire();
  assert(++inside <= 2);
  --inside;
  places.release();
}

int main() {
  std::vector<std::jthread> visitors;
  for (int i = 0; i < 3; i++) visitors.emplace_back(visit);
}
