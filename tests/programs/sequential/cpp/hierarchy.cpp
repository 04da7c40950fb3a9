// Virtual calls: several and virtual bases, thunks, covariant results, casts across, typeid.
#include <cstdio>
#include <memory>
#include <typeinfo>
#include <vector>

struct Named {
  virtual ~Named() = default;
  virtual const char* name() const { return "named"; }
};
struct Shape : virtual Named {
  virtual double area() const = 0;
  virtual Shape* clone() const = 0;
  const char* name() const override { return "shape"; }
};
struct Stored : virtual Named {
  int id;
  explicit Stored(int id) : id(id) {}
  virtual int key() const { return id; }
};
struct Square : Shape, Stored {
  double side;
  Square(int id, double side) : Stored(id), side(side) {}
  double area() const override { return side * side; }
  Square* clone() const override { return new Square(id + 100, side); }
  int key() const override { return -id; }
};
struct Unit : Square {
  explicit Unit(int id) : Square(id, 1) {}
  const char* name() const override { return "unit"; }
};

template <class Derived>
struct Counted {
  static inline int made = 0;
  Counted() { made++; }
};
struct A : Counted<A> {};
struct B : Counted<B> {};

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.emplace_back(new Square(1, 2.5));
  shapes.emplace_back(new Unit(2));
  for (int n = 0; n < 2; n++) shapes.emplace_back(shapes[n]->clone());
  for (const auto& shape : shapes) {
    auto* stored = dynamic_cast<Stored*>(shape.get());
    const Named& named = *shape;
    std::printf("%s %.2f %d %d %s\n", named.name(), shape->area(), stored->key(),
                typeid(*shape) == typeid(Unit), typeid(named).name());
  }
  double (Shape::*area)() const = &Shape::area;
  int (Stored::*key)() const = &Stored::key;
  Unit unit(9);
  std::printf("%.1f %d\n", (unit.*area)(), (unit.*key)());
  int Stored::*member = &Stored::id;
  unit.*member = 12;
  std::printf("%d %d\n", unit.id, static_cast<Stored&>(unit).key());
  Named* top = &unit;
  std::printf("%d %d\n", dynamic_cast<Square*>(top) != nullptr, dynamic_cast<void*>(top) == &unit);
  A a, b;
  B c;
  std::printf("%d %d\n", A::made, B::made);
}
