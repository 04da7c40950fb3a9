//@ verdict: ok
//@ about: readers together, a writer alone
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex lock;
int first, second;

static void read() {
  std::shared_lock guard(lock);
  assert(first == second);
}

int main() {
  std::thread reader(read), other(read);
  {
    std::unique_lock guard(lock);
    first++;
    second++;
  }
  reader.join();
  other.join();
}
