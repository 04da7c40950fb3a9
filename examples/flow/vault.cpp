// Two clerks count in a vault; nobody begins before the other one is done. With -DBROKEN the guard
// ends too early.
#include <mutex>
#include <thread>

std::mutex vault;
int cash = 0;

void begun() { cash++; }
void done() { cash--; }

void clerk() {
  for (int round = 0; round < 3; round++) {
    std::unique_lock<std::mutex> guard(vault);
    begun();
#ifdef BROKEN
    guard.unlock();
#endif
    done();
  }
}

int main() {
  std::thread first(clerk), second(clerk);
  first.join();
  second.join();
}
