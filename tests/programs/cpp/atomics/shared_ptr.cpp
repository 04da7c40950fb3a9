//@ verdict: ok
//@ about: readers see a whole configuration through an atomic shared_ptr
//@ library: libstdc++
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Configuration {
  int first, second;
};

int main() {
  std::atomic<std::shared_ptr<Configuration>> current{
      std::make_shared<Configuration>(Configuration{1, 1})};
  std::thread writer([&] { current.store(std::make_shared<Configuration>(Configuration{2, 2})); });
  auto seen = current.load();
  assert(seen->first == seen->second);
  writer.join();
}
