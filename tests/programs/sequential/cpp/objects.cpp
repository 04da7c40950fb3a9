// Virtual calls through several bases, member pointers, statics, run-time types.
#include <iostream>
#include <memory>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
#include <vector>

struct Shape {
  virtual ~Shape() { std::cout << "gone "; }
  virtual double area() const = 0;
  virtual std::string name() const { return "shape"; }
};
struct Named {
  virtual std::string name() const = 0;
  int tag = 7;
};
struct Square : Shape, Named {
  double side;
  explicit Square(double side) : side(side) {}
  double area() const override { return side * side; }
  std::string name() const override { return "square"; }
};
struct Circle final : Shape {
  double radius = 1;
  double area() const override { return 3 * radius * radius; }
};

struct Animal {
  std::string sound = "...";
  virtual Animal* self() { return this; }
  virtual ~Animal() = default;
};
struct Swims : virtual Animal {
  int depth = 10;
  Swims* self() override { return this; }
};
struct Flies : virtual Animal {
  int height = 20;
};
struct Duck : Swims, Flies {
  Duck() { sound = "quack"; }
  Duck* self() override { return this; }
};

template <class... Types>
static int sum(Types... values) {
  return (0 + ... + values);
}

template <class Derived>
struct Counted {
  static inline int made = 0;
  Counted() { made++; }
};
struct First : Counted<First> {};
struct Second : Counted<Second> {};

struct Matrix {
  int cells[2][2];
  int* operator[](int row) { return cells[row]; }
  friend Matrix operator*(Matrix a, Matrix b) {
    Matrix product{};
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++) product[i][j] += a[i][k] * b[k][j];
    return product;
  }
};

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>(3));
  shapes.push_back(std::make_unique<Circle>());
  for (const auto& shape : shapes) {
    std::cout << shape->name() << ' ' << shape->area() << ' ' << typeid(*shape).name();
    if (auto* named = dynamic_cast<Named*>(shape.get())) std::cout << ' ' << named->tag;
    std::cout << '\n';
  }
  shapes.clear();
  std::cout << '\n';
  Duck duck;
  Animal* animal = &duck;
  std::cout << animal->self()->sound << dynamic_cast<Flies*>(animal)->height
            << dynamic_cast<Swims*>(dynamic_cast<Flies*>(animal))->depth << '\n';
  double (Shape::*area)() const = &Shape::area;
  int Named::*tag = &Named::tag;
  Square square(2);
  std::cout << (square.*area)() << square.*tag << ' ' << sum(1, 2, 3) << sum() << '\n';
  First a, b;
  Second c;
  std::cout << First::made << Second::made << '\n';
  std::unordered_map<std::type_index, std::string> names{{typeid(int), "int"}, {typeid(Duck), "duck"}};
  std::cout << names[typeid(*animal)] << names[typeid(int)] << '\n';
  Matrix fibonacci{{{1, 1}, {1, 0}}}, power = fibonacci;
  for (int i = 0; i < 20; i++) power = power * fibonacci;
  std::cout << power[0][0] << '\n';
}
