//@ verdict: ok
//@ about: what was slept, and what was waited for in vain, has passed by every clock
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  auto start = std::chrono::steady_clock::now();
  auto day = std::chrono::system_clock::now();
  std::this_thread::sleep_for(200ms);
  assert(std::chrono::steady_clock::now() - start >= 200ms);
  assert(std::chrono::system_clock::now() - day >= 200ms);

  std::thread worker([] { std::this_thread::sleep_for(300ms); });
  start = std::chrono::steady_clock::now();
  worker.join();

  std::mutex lock;
  std::condition_variable never;
  std::unique_lock<std::mutex> guard(lock);
  start = std::chrono::steady_clock::now();
  bool woken = never.wait_for(guard, 400ms) == std::cv_status::no_timeout;
  assert(woken || std::chrono::steady_clock::now() - start >= 400ms);

  auto until = std::chrono::steady_clock::now() + 1h;
  std::this_thread::sleep_until(until);
  assert(std::chrono::steady_clock::now() >= until);
}
