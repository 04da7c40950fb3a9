//@ verdict: error
//@ kind: mismatched-free
//@ line: 9
//@ about: what new returned goes to free
#include <cstdlib>

int main() {
  int* number = new int(4);
  std::free(number);
}
