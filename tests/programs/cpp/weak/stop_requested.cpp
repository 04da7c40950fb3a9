//@ verdict: error
//@ kind: assertion
//@ line: 20
//@ about: who asks two threads to stop may see of neither that the other was asked
#include <cassert>
#include <stop_token>
#include <thread>

static std::stop_source left, right;

int main() {
  bool seen_left = false, seen_right = false;
  std::thread thread([&] {
    left.request_stop();
    seen_right = right.get_token().stop_requested();
  });
  right.request_stop();
  seen_left = left.get_token().stop_requested();
  thread.join();
  assert(seen_left || seen_right); //~ assertion
}
