// A cache that many may read at once and that is filled on demand.
//
//   trailhound check examples/cpp/cache.cpp                a value is computed twice
//   trailhound check examples/cpp/cache.cpp -DFIXED        no error
//   g++ -std=c++20 -pthread examples/cpp/cache.cpp         an ordinary program
//
// Between giving up the lock for reading and getting the one for writing, somebody else may
// have filled the cache: whoever writes has to look again.

#include <atomic>
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

class Cache {
 public:
  std::string get(int key) {
    {
      std::shared_lock reading(lock);
      if (auto found = values.find(key); found != values.end()) return found->second;
    }
    std::unique_lock writing(lock);
#ifdef FIXED
    if (auto found = values.find(key); found != values.end()) return found->second;
#endif
    return values[key] = compute(key);
  }

  int computed() const { return computations; }

 private:
  std::string compute(int key) {
    computations++;
    return "value " + std::to_string(key);
  }

  std::shared_mutex lock;
  std::map<int, std::string> values;
  std::atomic<int> computations{0};
};

int main() {
  Cache cache;
  std::thread other([&] { assert(cache.get(1) == "value 1"); });
  assert(cache.get(1) == "value 1");
  other.join();
  assert(cache.computed() == 1);
}
