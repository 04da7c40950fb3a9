//@ verdict: error
//@ kind: deadlock
//@ line: 12
//@ about: a latch that counts one more than there are threads
#include <latch>
#include <thread>

std::latch gate(3);

int main() {
  std::thread other([] { gate.arrive_and_wait(); });
  gate.arrive_and_wait();
  other.join();
}
