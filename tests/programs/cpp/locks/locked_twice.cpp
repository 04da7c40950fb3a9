//@ verdict: error
//@ kind: lock-misuse
//@ line: 10
//@ about: a plain mutex is locked again by its owner
#include <mutex>

std::mutex lock;

static void inner() {
  std::lock_guard guard(lock);
}

int main() {
  std::lock_guard guard(lock);
  inner();
}
