//@ verdict: error
//@ kind: deadlock
//@ line: 14
//@ about: three philosophers, each with lock_guard on the left fork first
#include <mutex>
#include <thread>
#include <vector>

constexpr int n = 3;
std::mutex forks[n];

static void philosopher(int i) {
  std::lock_guard left(forks[i]);
  std::lock_guard right(forks[(i + 1) % n]);
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < n; i++) threads.emplace_back(philosopher, i);
  for (auto& thread : threads) thread.join();
}
