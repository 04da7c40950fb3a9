//@ clang: 16
// Ranges, views, concepts, spans and comparisons of C++20.
#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstdio>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct Version {
  int major, minor;
  std::string tag;
  auto operator<=>(const Version&) const = default;
};

template <std::integral T>
T sum(std::span<const T> all) {
  return std::accumulate(all.begin(), all.end(), T());
}

int main() {
  std::vector<int> numbers(20);
  std::iota(numbers.begin(), numbers.end(), -5);
  auto odd_squares = numbers | std::views::filter([](int n) { return n % 2 != 0; }) |
                     std::views::transform([](int n) { return n * n; }) | std::views::take(6);
  for (int n : odd_squares) std::printf("%d ", n);
  for (int n : numbers | std::views::reverse | std::views::drop(15)) std::printf("%d ", n);
  std::printf("\n%d %d\n", sum(std::span<const int>(numbers).subspan(3, 4)),
              int(std::ranges::count_if(numbers, [](int n) { return n > 3; })));
  std::vector<Version> versions{{1, 2, "b"}, {1, 0, "z"}, {0, 9, ""}, {1, 2, "a"}};
  std::ranges::sort(versions, std::greater());
  for (auto& [major, minor, tag] : versions) std::printf("%d.%d%s ", major, minor, tag.c_str());
  std::printf("%d %d\n", versions[0] > versions[1], std::is_lt(versions[3] <=> versions[2]));
  std::string_view text = "one,two,,three";
  for (auto part : text | std::views::split(',')) {
    std::printf("[%.*s]", int(std::ranges::distance(part)), std::ranges::distance(part) ? &*part.begin() : "");
  }
  std::printf("\n");
  std::array<int, 6> heap{3, 1, 4, 1, 5, 9};
  std::ranges::make_heap(heap);
  std::ranges::pop_heap(heap);
  std::printf("%d %d\n", heap.back(), heap.front());
  auto [low, high] = std::ranges::minmax(heap);
  std::printf("%d %d %d\n", low, high, int(std::ranges::is_sorted(heap)));
  std::ranges::rotate(numbers, numbers.begin() + 7);
  auto last = std::ranges::unique(numbers, [](int a, int b) { return a / 4 == b / 4; });
  numbers.erase(last.begin(), last.end());
  for (int n : numbers) std::printf("%d ", n);
  std::printf("\n");
}
