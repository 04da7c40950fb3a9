//@ verdict: error
//@ kind: assertion
//@ line: 20
//@ about: two threads increment a plain counter through a shared_ptr
#include <cassert>
#include <memory>
#include <thread>

struct Counter {
  int value = 0;
  void increment() { value = value + 1; }
};

int main() {
  auto counter = std::make_shared<Counter>();
  auto work = [counter] { counter->increment(); };
  std::thread first(work), second(work);
  first.join();
  second.join();
  assert(counter->value == 2);
}
