//@ verdict: error
//@ kind: pure-virtual-call
//@ line: 9
//@ about: a constructor calls what only the derived class has
struct Shape {
  Shape() { describe(); }
  virtual ~Shape() {}
  void describe() {
    area();
  }
  virtual int area() = 0;
};

struct Square : Shape {
  int area() override { return 4; }
};

int main() { Square square; }
