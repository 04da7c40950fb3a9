//@ verdict: ok
//@ about: an exception_ptr carries an exception to another thread
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::exception_ptr failure;
  std::thread other([&] {
    try {
      throw std::runtime_error("carried");
    } catch (...) {
      failure = std::current_exception();
    }
  });
  other.join();
  bool caught = false;
  try {
    std::rethrow_exception(failure);
  } catch (const std::runtime_error& error) {
    caught = error.what() == std::string("carried");
  }
  assert(caught);
}
