//@ verdict: error
//@ kind: use-after-free
//@ about: a detached thread locks a mutex that was a local of a function that has returned
#include <mutex>
#include <thread>

int shared;

void start() {
  std::mutex lock;
  std::thread([&lock] {
    std::lock_guard guard(lock);
    shared = 1;
  }).detach();
}

int main() {
  start();
  std::this_thread::yield();
}
