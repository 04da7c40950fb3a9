//@ verdict: ok
//@ about: threads get their arguments by value and by reference, and are joined
#include <cassert>
#include <functional>
#include <string>
#include <thread>

void add(int& sum, int amount, std::string text) { sum += amount + int(text.size()); }

struct Worker {
  int result = 0;
  void run(int n) { result = n * n; }
};

int main() {
  int sum = 0;
  std::thread first(add, std::ref(sum), 3, "four");
  Worker worker;
  std::thread second(&Worker::run, &worker, 5);
  first.join();
  second.join();
  assert(sum == 7);
  assert(worker.result == 25);
  assert(!first.joinable());
}
