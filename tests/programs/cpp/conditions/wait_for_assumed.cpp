//@ verdict: error
//@ kind: assertion
//@ line: 24
//@ about: a timed wait is taken for a certain one
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable ready;
bool set;

int main() {
  std::thread other([] {
    std::lock_guard guard(lock);
    set = true;
    ready.notify_all();
  });
  {
    std::unique_lock guard(lock);
    ready.wait_for(guard, std::chrono::seconds(100));
    assert(set);
  }
  other.join();
}
