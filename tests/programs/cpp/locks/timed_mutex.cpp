//@ verdict: ok
//@ about: a timed lock may fail, and says so
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex lock;
int shared;

int main() {
  int done = 0;
  std::thread other([] {
    std::lock_guard guard(lock);
    shared++;
  });
  if (lock.try_lock_for(std::chrono::milliseconds(10))) {
    shared++;
    done = 1;
    lock.unlock();
  }
  other.join();
  assert(shared == 1 + done);
}
