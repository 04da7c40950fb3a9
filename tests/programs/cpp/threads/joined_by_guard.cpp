//@ verdict: ok
//@ about: whatever is thrown, the thread is joined before its object goes
#include <cassert>
#include <stdexcept>
#include <thread>

struct Joined {
  std::thread thread;
  ~Joined() {
    if (thread.joinable()) thread.join();
  }
};

int main() {
  int result = 0;
  try {
    Joined worker{std::thread([&] { result = 1; })};
    throw std::runtime_error("stop");
  } catch (const std::exception&) {
    assert(result == 1);
  }
}
