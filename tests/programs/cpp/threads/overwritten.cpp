//@ verdict: error
//@ kind: terminate
//@ line: 11
//@ about: assigning to a thread that can still be joined ends the program
#include <thread>

static void work() {}

int main() {
  std::thread thread(work);
  thread = std::thread(work);
  thread.join();
}
