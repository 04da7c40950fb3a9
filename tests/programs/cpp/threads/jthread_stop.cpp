//@ verdict: ok
//@ about: a jthread asks its thread to stop and joins it when it goes out of scope
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

std::atomic<bool> ended{false};

int main() {
  {
    std::jthread thread([](std::stop_token stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
      ended = true;
    });
  }
  assert(ended);
}
