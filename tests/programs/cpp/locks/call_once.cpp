//@ verdict: ok
//@ about: call_once runs one of the functions, and again only after an exception
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::once_flag flag;
int attempts, successes;

static void initialise() {
  std::call_once(flag, [] {
    if (attempts++ == 0) throw std::runtime_error("not yet");
    successes++;
  });
}

static void try_it() {
  try {
    initialise();
  } catch (const std::runtime_error&) {
    initialise();
  }
}

int main() {
  std::thread other(try_it);
  try_it();
  other.join();
  assert(attempts == 2);
  assert(successes == 1);
}
