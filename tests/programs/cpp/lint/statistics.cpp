//@ verdict: error
//@ kind: data-race
//@ about: one method of a class forgets the lock that guards its member
#include <mutex>
#include <thread>

class Statistics {
public:
  void add(int value) {
    std::lock_guard<std::mutex> hold(lock);
    sum += value;
  }
  int total() { return sum; } //~ data-race

private:
  std::mutex lock;
  int sum = 0;
};

int main() {
  Statistics statistics;
  std::thread adding([&] { statistics.add(3); });
  int seen = statistics.total();
  adding.join();
  return seen > 3;
}
