// Formatting by streams: bases, widths, fills, signs, precision, and reading it back.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct Money {
  long cents;
};
std::ostream& operator<<(std::ostream& out, const Money& money) {
  const auto flags = out.flags();
  const auto fill = out.fill('0');
  out << money.cents / 100 << '.' << std::setw(2) << money.cents % 100;
  out.fill(fill);
  out.flags(flags);
  return out;
}
std::istream& operator>>(std::istream& in, Money& money) {
  long whole, rest;
  char point;
  if (in >> whole >> point >> rest && point == '.') money.cents = whole * 100 + rest;
  else in.setstate(std::ios::failbit);
  return in;
}

int main() {
  std::cout << std::hex << std::showbase << 255 << ' ' << std::uppercase << 48879 << std::dec << '\n';
  std::cout << std::setw(8) << 42 << '|' << std::left << std::setw(8) << 42 << '|' << std::internal
            << std::setfill('*') << std::setw(8) << -42 << '|' << std::right << '\n';
  std::cout << std::fixed << std::setprecision(3) << 3.14159 << ' ' << std::scientific << 12345.678 << ' '
            << std::defaultfloat << 1e20 << ' ' << 0.1f << '\n';
  std::cout << std::boolalpha << true << ' ' << std::noboolalpha << false << ' ' << std::showpos << 7
            << std::noshowpos << '\n';
  std::cout << Money{1205} << ' ' << Money{99} << '\n';
  std::istringstream in("12.34 x 7.5\nsecond line\n\tlast 0x1f 077");
  Money money{0};
  in >> money;
  std::cout << money << ' ' << bool(in >> money) << '\n';
  in.clear();
  std::string line;
  std::getline(in, line);
  std::cout << '[' << line << "]\n";
  std::getline(in, line);
  std::cout << '[' << line << "]\n";
  std::string word;
  int number = 0;
  in >> word >> std::hex >> number;
  std::cout << word << ' ' << number;
  in >> std::oct >> number;
  std::cout << ' ' << number << ' ' << in.eof() << '\n';
  std::stringstream both;
  for (int n = 0; n < 5; n++) both << n * n << ',';
  std::vector<int> values;
  for (char comma; both >> number >> comma;) values.push_back(number);
  std::cout << values.size() << ' ' << values.back() << ' ' << both.str() << '\n';
  std::ostringstream quoted;
  quoted << std::quoted("say \"hi\"") << std::setfill('.') << std::setw(6) << 'c';
  std::cout << quoted.str() << std::endl;
  std::cerr << "done\n";
}
