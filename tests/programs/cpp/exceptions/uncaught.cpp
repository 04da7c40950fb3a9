//@ verdict: error
//@ kind: uncaught-exception
//@ line: 9
//@ about: nobody catches: the error shows type and message
#include <stdexcept>
#include <string>

static void check(int n) {
  if (n > 2) throw std::runtime_error("too many: " + std::to_string(n));
}

int main() {
  check(1);
  check(3);
}
