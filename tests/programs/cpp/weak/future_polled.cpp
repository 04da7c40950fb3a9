//@ verdict: error
//@ library: libstdc++
//@ kind: assertion
//@ line: 26
//@ about: a future that is only polled may still seem open to both threads that fulfil one
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

static bool is_ready(std::future<void> &future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

int main() {
  std::promise<void> left, right;
  auto from_left = left.get_future(), from_right = right.get_future();
  bool seen_left = false, seen_right = false;
  std::thread thread([&] {
    left.set_value();
    seen_right = is_ready(from_right);
  });
  right.set_value();
  seen_left = is_ready(from_left);
  thread.join();
  assert(seen_left || seen_right); //~ assertion
}
