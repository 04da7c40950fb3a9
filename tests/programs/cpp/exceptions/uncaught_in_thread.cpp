//@ verdict: error
//@ kind: uncaught-exception
//@ line: 9
//@ about: an exception leaves a thread though main would catch it
#include <stdexcept>
#include <thread>

static void work() {
  throw std::logic_error("in a thread");
}

int main() {
  try {
    std::thread thread(work);
    thread.join();
  } catch (const std::exception&) {
  }
}
