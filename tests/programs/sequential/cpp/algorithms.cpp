// Algorithms, functions, random numbers and smart pointers.
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

struct Visitor {
  std::string operator()(int n) const { return "int " + std::to_string(n); }
  std::string operator()(const std::string& s) const { return "string " + s; }
  std::string operator()(std::monostate) const { return "nothing"; }
};

struct Node {
  int value;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> previous;
  ~Node() { std::cout << '~' << value << ' '; }
};

int main() {
  std::vector<int> numbers(20);
  std::iota(numbers.begin(), numbers.end(), 1);
  std::mt19937 generator(42);
  std::shuffle(numbers.begin(), numbers.end(), generator);
  for (int n : numbers) std::cout << n << ' ';
  std::cout << '\n';
  std::nth_element(numbers.begin(), numbers.begin() + 10, numbers.end());
  std::cout << numbers[10] << ' ';
  std::stable_sort(numbers.begin(), numbers.end(), [](int a, int b) { return a % 3 < b % 3; });
  std::ranges::sort(numbers, std::greater{}, [](int n) { return n % 5; });
  std::cout << std::accumulate(numbers.begin(), numbers.end(), 0) << ' '
            << *std::max_element(numbers.begin(), numbers.end()) << ' '
            << std::count_if(numbers.begin(), numbers.end(), [](int n) { return n > 15; }) << '\n';
  std::uniform_int_distribution<int> dice(1, 6);
  for (int i = 0; i < 10; i++) std::cout << dice(generator);
  std::cout << '\n';
  std::function<int(int)> factorial = [&](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
  auto add = std::bind(std::plus<int>(), std::placeholders::_1, 10);
  std::cout << factorial(10) << ' ' << add(5) << '\n';
  for (const std::variant<std::monostate, int, std::string>& value :
       {std::variant<std::monostate, int, std::string>(), {3}, {std::string("x")}})
    std::cout << std::visit(Visitor(), value) << "; ";
  auto [first, second] = std::make_tuple(1, std::string("two"));
  std::optional<int> maybe = 4;
  std::cout << first << second << maybe.value_or(0) << std::optional<int>().value_or(9) << '\n';
  auto one = std::make_shared<Node>(Node{1, nullptr, {}});
  one->next = std::make_shared<Node>(Node{2, nullptr, one});
  std::cout << one.use_count() << one->next->previous.lock()->value << ' ';
  std::weak_ptr<Node> watch = one->next;
  one.reset();
  std::cout << watch.expired() << '\n';
  std::array<int, 5> array{5, 3, 1, 4, 2};
  std::ranges::sort(array);
  std::cout << std::ranges::binary_search(array, 4) << std::next_permutation(array.begin(), array.end())
            << array[4] << '\n';
}
