//@ verdict: error
//@ kind: uncaught-exception
//@ line: 9
//@ about: the handler is for another branch of the hierarchy
#include <stdexcept>

int main() {
  try {
    throw std::out_of_range("off");
  } catch (const std::runtime_error&) {
  }
}
