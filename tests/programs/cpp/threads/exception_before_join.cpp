//@ verdict: error
//@ kind: terminate
//@ about: an exception passes the thread that was to be joined
#include <stdexcept>
#include <thread>

int main() {
  try {
    std::thread worker([] {});
    throw std::runtime_error("stop");
    worker.join();
  } catch (const std::exception&) {
  }
}
