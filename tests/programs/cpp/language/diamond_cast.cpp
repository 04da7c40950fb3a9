//@ verdict: ok
//@ about: dynamic_cast down, up and across a diamond with virtual bases
#include <cassert>
#include <typeinfo>

struct Top {
  virtual ~Top() {}
  int top = 1;
};
struct Left : virtual Top {
  int left = 2;
};
struct Right : virtual Top {
  int right = 3;
};
struct Bottom : Left, Right {
  int bottom = 4;
};
struct Other : Top {};

int main() {
  Bottom bottom;
  Top* top = &bottom;
  assert(dynamic_cast<Bottom*>(top)->bottom == 4);
  Left* left = dynamic_cast<Left*>(top);
  assert(dynamic_cast<Right*>(left)->right == 3);
  assert(dynamic_cast<Other*>(top) == nullptr);
  assert(dynamic_cast<void*>(left) == &bottom);
  assert(typeid(*top) == typeid(Bottom));
  bool thrown = false;
  try {
    dynamic_cast<Other&>(*top);
  } catch (const std::bad_cast&) {
    thrown = true;
  }
  assert(thrown);
}
