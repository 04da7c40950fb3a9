//@ verdict: ok
//@ about: results and exceptions arrive through futures
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>

static int work(int n) {
  if (n < 0) throw std::invalid_argument("negative");
  return n * 2;
}

int main() {
  auto good = std::async(std::launch::async, work, 21);
  auto bad = std::async(std::launch::async, work, -1);
  assert(good.get() == 42);
  try {
    bad.get();
    assert(false);
  } catch (const std::invalid_argument& error) {
    assert(error.what() == std::string("negative"));
  }
  std::promise<std::string> promise;
  auto future = promise.get_future();
  std::thread other([&] { promise.set_value("done"); });
  assert(future.get() == "done");
  other.join();
}
