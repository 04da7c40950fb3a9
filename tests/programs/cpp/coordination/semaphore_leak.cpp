//@ verdict: error
//@ kind: deadlock
//@ line: 11
//@ about: one way out of the function forgets to release
#include <semaphore>
#include <thread>

std::binary_semaphore place(1);

static void visit(bool early) {
  place.acquire();
  if (early) return;
  place.release();
}

int main() {
  std::thread other(visit, true);
  visit(false);
  other.join();
}
