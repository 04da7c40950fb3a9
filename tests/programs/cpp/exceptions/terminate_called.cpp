//@ verdict: error
//@ kind: terminate
//@ line: 8
//@ about: the program gives up by itself
#include <exception>

int main() {
  std::terminate();
}
