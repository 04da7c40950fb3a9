//@ verdict: ok
//@ about: all methods of a class hold the lock that guards its member
#include <mutex>
#include <thread>

class Statistics {
public:
  void add(int value) {
    std::lock_guard<std::mutex> hold(lock);
    sum += value;
  }
  int total() {
    std::unique_lock<std::mutex> hold(lock);
    return sum;
  }

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
