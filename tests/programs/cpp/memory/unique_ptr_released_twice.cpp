//@ verdict: error
//@ kind: double-free
//@ line: 11
//@ about: two owners of one object
#include <memory>

int main() {
  int* raw = new int(1);
  std::unique_ptr<int> first(raw);
  std::unique_ptr<int> second(raw);
}
