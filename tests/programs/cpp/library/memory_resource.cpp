//@ verdict: ok
//@ args: --leaks
//@ library: libstdc++
//@ about: containers of two threads, each in a buffer of its own that grows
#include <cassert>
#include <memory_resource>
#include <string>
#include <thread>
#include <vector>

int sum(int first) {
  char place[64];
  std::pmr::monotonic_buffer_resource buffer(place, sizeof place);
  std::pmr::vector<int> numbers(&buffer);
  for (int n = 0; n < 40; n++) numbers.push_back(first + n);
  std::pmr::string text("longer than what fits into the string itself", &buffer);
  return numbers.back() + int(text.size());
}

int main() {
  int mine = 0, others = 0;
  std::thread other([&] { others = sum(100); });
  mine = sum(0);
  other.join();
  assert(mine == 39 + 44 && others == 139 + 44);
  assert(std::pmr::get_default_resource() == std::pmr::new_delete_resource());
}
