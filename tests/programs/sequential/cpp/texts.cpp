// Strings: growth, searches, replacing, numbers, wide and UTF-8 ones, hashing by value.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

int main() {
  std::string text;
  for (int n = 0; n < 30; n++) text += char('a' + n % 26);
  text.insert(4, "<<>>").replace(10, 3, 5, '*').erase(0, 2);
  std::printf("%s %zu\n", text.c_str(), text.size());
  std::printf("%zu %zu %zu %d\n", text.find('*'), text.rfind("xyz"), text.find_first_of("<*"),
              int(text.find("missing") == std::string::npos));
  std::string copy = text.substr(3, 8) + std::to_string(-12345) + std::to_string(2.5);
  std::reverse(copy.begin(), copy.end());
  std::printf("%s %d\n", copy.c_str(), text.compare(copy) > 0);
  std::printf("%d %ld %.2f %d\n", std::stoi("  42abc"), std::stol("-7f", nullptr, 16), std::stod("1e2x"),
              std::stoi("0x1F", nullptr, 0));
  try {
    std::stoi("none");
  } catch (const std::invalid_argument&) {
    std::printf("invalid\n");
  }
  try {
    std::stoi("99999999999");
  } catch (const std::out_of_range&) {
    std::printf("out of range\n");
  }
  char digits[32];
  auto end = std::to_chars(digits, digits + sizeof digits, 123456789, 7).ptr;
  std::printf("%.*s\n", int(end - digits), digits);
  int parsed = 0;
  std::from_chars(digits, end, parsed, 7);
  std::printf("%d\n", parsed);
  std::string_view view = "  trimmed text  ";
  view.remove_prefix(view.find_first_not_of(' '));
  view.remove_suffix(view.size() - view.find_last_not_of(' ') - 1);
  std::printf("[%.*s] %d %d\n", int(view.size()), view.data(), view.starts_with("trim"), view.ends_with("x"));
  std::u8string utf = u8"\u00e4\u20ac";
  std::u32string wide = U"\u00e4\u20ac";
  std::printf("%zu %zu %x\n", utf.size(), wide.size(), unsigned(wide[1]));
  std::string raw = R"(a\n"b")";
  std::printf("%s %zu\n", raw.c_str(), std::string("a\0b", 3).size());
  std::set<std::string, std::less<>> words{"pear", "fig", "apple"};
  std::printf("%s %d\n", words.begin()->c_str(), int(words.contains(std::string_view("fig"))));
  try {
    text.at(500);
  } catch (const std::out_of_range&) {
    std::printf("at\n");
  }
}
