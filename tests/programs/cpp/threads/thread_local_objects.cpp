//@ verdict: ok
//@ about: each thread has its own object, and destroys it
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

std::atomic<int> alive{0};

struct Tracked {
  std::string text = "fresh";
  Tracked() { alive++; }
  ~Tracked() { alive--; }
};

thread_local Tracked tracked;

int main() {
  std::thread other([] {
    assert(tracked.text == "fresh");
    tracked.text += " and changed";
  });
  other.join();
  assert(alive == 0);
  assert(tracked.text == "fresh");
  assert(alive == 1);
}
