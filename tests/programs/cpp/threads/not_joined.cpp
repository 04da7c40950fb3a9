//@ verdict: error
//@ kind: terminate
//@ line: 11
//@ about: a thread object is destroyed while its thread can still be joined
#include <thread>

static void work() {}

int main() {
  std::thread thread(work);
}
