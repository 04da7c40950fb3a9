//@ verdict: ok
//@ args: --leaks
//@ about: every form of new is met by its form of delete, by pointers that know which
#include <cassert>
#include <memory>
#include <string>

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  std::string text = "longer than what fits into the string itself";
};

int main() {
  std::unique_ptr<Base> one(new Derived);
  std::unique_ptr<std::string[]> many(new std::string[3]);
  std::shared_ptr<int> numbers(new int[4]{1, 2, 3, 4}, std::default_delete<int[]>());
  void* raw = operator new(16);
  operator delete(raw, 16);
  many[2] = "third";
  assert(numbers.get()[3] == 4 && many[2].size() == 5);
}
