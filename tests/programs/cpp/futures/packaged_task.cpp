//@ verdict: ok
//@ about: a packaged task runs in another thread, a deferred one in this
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::packaged_task<int(int, int)> task([](int a, int b) { return a + b; });
  std::shared_future<int> sum = task.get_future();
  std::thread other(std::move(task), 2, 3);
  assert(sum.get() == 5);
  assert(sum.get() == 5);
  other.join();
  auto deferred = std::async(std::launch::deferred, [] { return std::this_thread::get_id(); });
  assert(deferred.get() == std::this_thread::get_id());
}
