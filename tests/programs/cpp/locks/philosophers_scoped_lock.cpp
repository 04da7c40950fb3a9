//@ verdict: ok
//@ args: --exit-status
//@ about: scoped_lock takes both forks without a deadlock
#include <mutex>
#include <thread>
#include <vector>

constexpr int n = 3;
std::mutex forks[n];
int meals;
std::mutex count;

static void philosopher(int i) {
  std::scoped_lock both(forks[i], forks[(i + 1) % n]);
  std::lock_guard lock(count);
  meals++;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < n; i++) threads.emplace_back(philosopher, i);
  for (auto& thread : threads) thread.join();
  return meals == n ? 0 : 1;
}
