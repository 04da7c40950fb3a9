//@ verdict: ok
//@ about: waiting for an atomic of one byte
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> ready{false};
int value;

int main() {
  std::thread other([] {
    ready.wait(false);
    assert(value == 7);
  });
  value = 7;
  ready = true;
  ready.notify_one();
  other.join();
}
