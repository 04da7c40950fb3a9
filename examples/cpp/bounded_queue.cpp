// A bounded queue with one condition variable for two reasons to wait.
//
//   trailhound check examples/cpp/bounded_queue.cpp                a deadlock
//   trailhound check examples/cpp/bounded_queue.cpp -DFIXED        no error
//   g++ -std=c++20 -pthread examples/cpp/bounded_queue.cpp         an ordinary program
//
// Producers and consumers wait at the same condition variable. notify_one may wake one of the
// same kind, who goes back to sleep, while the one who could go on is not told.

#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

template <class Value>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity(capacity) {}

  void push(Value value) {
    std::unique_lock guard(lock);
    changed.wait(guard, [&] { return values.size() < capacity; });
    values.push(std::move(value));
    tell();
  }

  Value pop() {
    std::unique_lock guard(lock);
    changed.wait(guard, [&] { return !values.empty(); });
    Value value = std::move(values.front());
    values.pop();
    tell();
    return value;
  }

 private:
  void tell() {
#ifdef FIXED
    changed.notify_all();
#else
    changed.notify_one();
#endif
  }

  const std::size_t capacity;
  std::mutex lock;
  std::condition_variable changed;
  std::queue<Value> values;
};

int main() {
  BoundedQueue<int> queue(1);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 2; i++) threads.emplace_back([&queue, i] { queue.push(i); });
  for (int i = 0; i < 2; i++) threads.emplace_back([&queue] { assert(queue.pop() < 2); });
}
