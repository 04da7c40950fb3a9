//@ verdict: error
//@ kind: uncaught-exception
//@ line: 12
//@ about: unlock of a unique_lock that owns nothing throws
#include <mutex>

std::mutex lock;

int main() {
  std::unique_lock guard(lock);
  guard.unlock();
  guard.unlock();
}
