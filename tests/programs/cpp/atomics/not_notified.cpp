//@ verdict: error
//@ kind: deadlock
//@ line: 12
//@ about: the value changes but nobody is told
#include <atomic>
#include <thread>

std::atomic<long> ready{0};

int main() {
  std::thread other([] {
    ready.wait(0);
  });
  ready = 1;
  other.join();
}
