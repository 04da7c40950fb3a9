//@ verdict: ok
//@ about: a lock is released by the exception that leaves its scope
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex lock;
int shared;

static void work(bool fail) {
  std::lock_guard guard(lock);
  shared++;
  if (fail) throw std::runtime_error("failed");
}

static void attempt() {
  try {
    work(true);
  } catch (const std::exception&) {
    work(false);
  }
}

int main() {
  std::thread other(attempt);
  attempt();
  other.join();
  assert(shared == 4);
}
