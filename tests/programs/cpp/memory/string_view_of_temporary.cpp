//@ verdict: error
//@ kind: use-after-free
//@ line: 12
//@ about: a view of a string that is gone
#include <string>
#include <string_view>

static std::string name() { return "a string that is too long for the small buffer"; }

int main() {
  std::string_view view = name();
  return view[0];
}
