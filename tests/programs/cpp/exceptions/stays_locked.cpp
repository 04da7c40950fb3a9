//@ verdict: error
//@ kind: deadlock
//@ line: 26
//@ about: a lock taken by hand stays locked when an exception passes
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex lock;

static void work() {
  lock.lock();
  throw std::runtime_error("failed");
}

static void attempt() {
  try {
    work();
  } catch (const std::exception&) {
  }
}

int main() {
  std::thread other(attempt);
  attempt();
  other.join();
}
