//@ verdict: error
//@ kind: livelock
//@ about: main forgets to tell the worker that it shall stop, and waits for it
#include <atomic>
#include <mutex>
#include <thread>

std::mutex lock;
std::atomic<bool> stop{false};
int turns = 0;

static void work() {
  while (!stop) {
    std::lock_guard<std::mutex> guard(lock);
    turns = 1 - turns;
  }
}

int main() {
  std::thread worker(work);
  worker.join();
}
