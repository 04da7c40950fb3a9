//@ verdict: ok
//@ about: while it is made and destroyed, an object is one of its base class
#include <cassert>
#include <string>

std::string calls;

struct Base {
  Base() { name(); }
  virtual ~Base() { name(); }
  virtual void name() { calls += "b"; }
};

struct Derived : Base {
  Derived() { name(); }
  ~Derived() override { name(); }
  void name() override { calls += "d"; }
};

int main() {
  { Derived derived; }
  assert(calls == "bddb");
}
