//@ verdict: error
//@ kind: deadlock
//@ line: 16
//@ about: the notification comes before the wait, which has no predicate
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable ready;

int main() {
  std::thread producer([] { ready.notify_one(); });
  {
    std::unique_lock guard(lock);
    ready.wait(guard);
  }
  producer.join();
}
