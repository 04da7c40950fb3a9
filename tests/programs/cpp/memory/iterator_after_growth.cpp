//@ verdict: error
//@ kind: use-after-free
//@ line: 11
//@ about: a reference into a vector that has grown since
#include <vector>

int main() {
  std::vector<int> numbers{1};
  int& first = numbers[0];
  numbers.push_back(2);
  return first;
}
