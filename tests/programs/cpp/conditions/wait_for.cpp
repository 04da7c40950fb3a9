//@ verdict: ok
//@ about: a timed wait returns by time-out or with the predicate true
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
    bool result = ready.wait_for(guard, std::chrono::milliseconds(5), [] { return set; });
    assert(result == set);
  }
  other.join();
}
