//@ verdict: error
//@ kind: deadlock
//@ line: 11
//@ about: a future waits for a value that nobody sets
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::thread other([&] {
    promise.get_future().wait();
  });
  other.join();
}
