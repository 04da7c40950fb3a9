// Hashed containers: growth, buckets with several elements, erasing while walking.
#include <algorithm>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct Point {
  int x, y;
  bool operator==(const Point&) const = default;
};
struct Hash {
  // Many collide.
  std::size_t operator()(const Point& point) const { return point.x % 3; }
};

int main() {
  std::unordered_map<int, std::string> squares;
  for (int n = 0; n < 200; n++) squares[n * 7] = std::string(n % 20, 'a' + n % 26);
  std::size_t total = 0;
  for (const auto& [key, text] : squares) total += key + text.size();
  std::printf("%zu %zu %s\n", squares.size(), total, squares.at(77).c_str());
  std::erase_if(squares, [](const auto& entry) { return entry.first % 2 == 0; });
  std::printf("%zu %d\n", squares.size(), int(squares.count(14) + squares.count(21)));

  std::unordered_set<Point, Hash> points;
  for (int x = 0; x < 10; x++)
    for (int y = 0; y < 10; y++) points.insert({x % 5, y});
  for (auto it = points.begin(); it != points.end();) it = it->y % 3 ? points.erase(it) : std::next(it);
  std::vector<int> left;
  for (const Point& point : points) left.push_back(point.x * 10 + point.y);
  std::sort(left.begin(), left.end());
  for (int value : left) std::printf("%d ", value);
  std::printf("\n");

  std::unordered_multimap<std::string, int> many;
  for (int n = 0; n < 12; n++) many.emplace(n % 2 ? "odd" : "even", n);
  auto [from, to] = many.equal_range("odd");
  int sum = 0;
  for (; from != to; ++from) sum += from->second;
  std::printf("%d %zu\n", sum, many.count("even"));
}
