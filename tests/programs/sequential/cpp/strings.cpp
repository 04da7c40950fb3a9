// std::string and its relatives, short and long.
#include <algorithm>
#include <charconv>
#include <cctype>
#include <iostream>
#include <string>
#include <string_view>

static void editing() {
  std::string text = "The quick brown fox";
  text.replace(4, 5, "slow").insert(0, ">> ").append(3, '!') += " jumps";
  std::cout << text << ' ' << text.size() << ' ' << text.find("fox") << ' ' << text.rfind('o')
            << ' ' << text.find_first_of("xyz") << ' ' << text.find_last_not_of("spmuj ") << '\n';
  text.erase(3, 4);
  text.resize(40, '.');
  text.erase(std::remove(text.begin(), text.end(), '.'), text.end());
  std::cout << text << '|' << text.substr(5, 4) << '|' << (text.find("cat") == text.npos) << '\n';
  std::string moved = std::move(text);
  std::cout << moved.size() << text.empty() << moved.compare("The") << (moved < "a") << '\n';
  std::string repeated;
  for (int i = 0; i < 100; i++) repeated += std::to_string(i);
  std::cout << repeated.length() << repeated.back() << repeated.starts_with("012")
            << repeated.ends_with("99") << '\n';
}

static void converting() {
  std::cout << std::stoi("  42abc") << ' ' << std::stol("-7") << ' ' << std::stoul("ff", nullptr, 16)
            << ' ' << std::stod("2.5e3") << ' ' << std::to_string(2.5) << ' '
            << std::to_string(-123456789012LL) << '\n';
  char buffer[32];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, 48879, 16);
  std::cout << std::string_view(buffer, end) << ' ' << (error == std::errc()) << ' ';
  int number = 0;
  std::from_chars(buffer, end, number, 16);
  std::cout << number << '\n';
}

static void views() {
  std::string_view text = "alpha,beta,,gamma";
  while (true) {
    auto comma = text.find(',');
    std::cout << '[' << text.substr(0, comma) << ']';
    if (comma == text.npos) break;
    text.remove_prefix(comma + 1);
  }
  std::u16string wide = u"wide";
  wide += u" text";
  std::u32string wider(5, U'x');
  std::cout << ' ' << wide.size() << wider.size() << '\n';
}

int main() {
  editing();
  converting();
  views();
  std::string upper = "mixed Case";
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  std::cout << upper << ' ' << std::hash<std::string>()(upper) << '\n';
}
