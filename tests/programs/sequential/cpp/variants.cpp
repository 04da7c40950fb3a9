// Types that may be something else: optional, variant, any, tuple, function.
#include <any>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

using Value = std::variant<int, double, std::string, std::vector<int>>;

struct Show {
  void operator()(int n) const { std::printf("int %d\n", n); }
  void operator()(double n) const { std::printf("double %.3f\n", n); }
  void operator()(const std::string& text) const { std::printf("string %s\n", text.c_str()); }
  void operator()(const std::vector<int>& all) const { std::printf("%zu ints\n", all.size()); }
};

std::optional<int> half(int n) {
  if (n % 2) return std::nullopt;
  return n / 2;
}

int main() {
  std::vector<Value> values{1, 2.5, "three, which is longer than a short string", std::vector<int>(4)};
  for (auto& value : values) std::visit(Show(), value);
  values[0] = values[2];
  values[2] = 7;
  for (auto& value : values) std::visit(Show(), value);
  try {
    std::get<double>(values[0]);
  } catch (const std::bad_variant_access&) {
    std::printf("no double\n");
  }
  std::printf("%d %d %d\n", half(10).value(), half(7).value_or(-1), half(8).has_value());

  std::any anything = std::string("text");
  std::printf("%s\n", std::any_cast<std::string&>(anything).c_str());
  anything = 5;
  std::printf("%d %d\n", std::any_cast<int>(anything), std::any_cast<std::string>(&anything) == nullptr);

  auto tuple = std::make_tuple(1, std::make_unique<int>(2), std::string("x"));
  auto [one, two, three] = std::move(tuple);
  std::printf("%d %d %s\n", one, *two, three.c_str());
  std::printf("%d\n", std::tuple(1, 2, 3) < std::tuple(1, 3, 0));

  std::vector<std::function<int(int)>> steps;
  int added = 10;
  steps.push_back([&](int n) { return n + added; });
  steps.push_back([copy = std::vector<int>{1, 2, 3}](int n) { return n * int(copy.size()); });
  steps.push_back(std::bind(std::minus<int>(), std::placeholders::_1, 4));
  added = 20;
  int n = 1;
  for (auto& step : steps) n = step(n);
  std::printf("%d\n", n);
  try {
    std::function<void()>()();
  } catch (const std::bad_function_call&) {
    std::printf("nothing to call\n");
  }
}
