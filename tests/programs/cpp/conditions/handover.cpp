//@ verdict: ok
//@ about: a value is handed over with wait and a predicate
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable ready;
int value;

int main() {
  std::thread producer([] {
    {
      std::lock_guard guard(lock);
      value = 42;
    }
    ready.notify_one();
  });
  std::unique_lock guard(lock);
  ready.wait(guard, [] { return value != 0; });
  assert(value == 42);
  guard.unlock();
  producer.join();
}
