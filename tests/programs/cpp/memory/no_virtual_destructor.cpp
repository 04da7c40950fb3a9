//@ verdict: error
//@ kind: mismatched-free
//@ line: 14
//@ about: delete through a base class without a virtual destructor
struct Base {
  int a = 1;
};
struct Derived : Base {
  int more[4] = {};
};

int main() {
  Base* object = new Derived;
  delete object;
}
