//@ verdict: error
//@ kind: livelock
//@ about: each wait times out, and the next one begins: nobody sets what it waits for
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable changed;
bool ready = false;

int main() {
  std::thread waiter([] {
    std::unique_lock<std::mutex> guard(lock);
    while (!ready) changed.wait_for(guard, std::chrono::milliseconds(10));
  });
  waiter.join();
}
