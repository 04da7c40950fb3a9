//@ verdict: ok
//@ about: condition_variable_any waits on a shared mutex until it is asked to stop
#include <cassert>
#include <condition_variable>
#include <shared_mutex>
#include <stop_token>
#include <thread>

std::shared_mutex lock;
std::condition_variable_any changed;
bool stopped;

int main() {
  std::jthread waiter([](std::stop_token stop) {
    std::unique_lock guard(lock);
    bool result = changed.wait(guard, stop, [] { return false; });
    stopped = !result;
  });
  waiter.request_stop();
  waiter.join();
  assert(stopped);
}
