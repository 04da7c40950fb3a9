//@ verdict: ok
//@ about: thread ids differ, and hardware_concurrency is a number
#include <cassert>
#include <set>
#include <thread>

int main() {
  std::set<std::thread::id> ids{std::this_thread::get_id()};
  std::thread other([] {});
  ids.insert(other.get_id());
  assert(ids.size() == 2);
  assert(std::thread::hardware_concurrency() > 0);
  other.join();
  assert(other.get_id() == std::thread::id());
}
