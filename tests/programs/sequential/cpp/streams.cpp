// Formatted output and input through the library's own templates.
#include <bitset>
#include <complex>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

struct Point {
  int x, y;
};
static std::ostream& operator<<(std::ostream& out, const Point& point) {
  return out << '(' << point.x << ", " << point.y << ')';
}
static std::istream& operator>>(std::istream& in, Point& point) {
  char open, comma, close;
  return in >> open >> point.x >> comma >> point.y >> close;
}

static void numbers() {
  std::cout << 0 << ' ' << -7 << ' ' << 7u << ' ' << 1234567890123L << ' ' << (short)-3 << ' '
            << std::numeric_limits<long long>::min() << ' ' << 18446744073709551615ull << '\n';
  std::cout << std::hex << 255 << ' ' << std::showbase << 255 << ' ' << std::oct << 8 << ' '
            << std::uppercase << std::hex << 0xabc << std::dec << std::nouppercase
            << std::noshowbase << ' ' << std::showpos << 5 << std::noshowpos << '\n';
  std::cout << 1.0 << ' ' << 0.1 << ' ' << 1e10 << ' ' << 1e-10 << ' ' << 123456789.0 << ' '
            << 2.5f << '\n';
  std::cout << std::fixed << std::setprecision(3) << 3.14159 << ' ' << 2e5 << ' '
            << std::scientific << 12345.678 << ' ' << std::defaultfloat << std::setprecision(10)
            << 3.14159265358979 << std::setprecision(6) << ' ' << std::hexfloat << 1.5
            << std::defaultfloat << '\n';
  std::cout << std::numeric_limits<double>::infinity() << ' ' << -std::numeric_limits<float>::max()
            << ' ' << std::boolalpha << true << false << std::noboolalpha << true << '\n';
}

static void widths() {
  std::cout << '[' << std::setw(6) << 42 << "][" << std::left << std::setw(6) << 42 << "]["
            << std::right << std::setfill('*') << std::setw(8) << "text" << "][" << std::internal
            << std::setw(8) << -42 << std::setfill(' ') << "]\n";
  std::cout << std::right << std::setw(10) << Point{1, 2} << std::setw(4) << 'c' << '\n';
  std::cout << std::quoted("say \"hi\"") << ' ' << std::bitset<8>(0xa5) << ' '
            << std::complex<double>(1, -2) << '\n';
}

static void reading() {
  std::istringstream in("12 -5 0x1f 3.5 word  rest of line\nsecond\n(3, 4) true z 077");
  int a, b, c;
  double d;
  std::string word, line;
  in >> a >> b >> std::hex >> c >> std::dec >> d >> word;
  std::getline(in, line);
  std::cout << a << ' ' << b << ' ' << c << ' ' << d << ' ' << word << '|' << line << "|\n";
  std::getline(in, line);
  Point point;
  bool yes;
  char letter;
  in >> point >> std::boolalpha >> yes >> letter >> std::oct >> a;
  std::cout << line << point << yes << letter << a << in.eof() << in.good() << '\n';
  std::istringstream bad("x1");
  bad >> a;
  std::cout << a << bad.fail() << bad.eof();
  bad.clear();
  bad.ignore();
  bad >> a;
  std::cout << a << bad.eof() << '\n';
  std::istringstream large("99999999999 1e400");
  large >> a;
  std::cout << a << large.fail() << '\n';
}

static void both_ways() {
  std::stringstream stream;
  for (int i = 0; i < 5; i++) stream << i * i << ',';
  std::vector<int> read;
  for (std::string part; std::getline(stream, part, ',');) read.push_back(std::stoi(part));
  for (int n : read) std::cout << n << ' ';
  stream.clear();
  stream.str("new text");
  stream.seekp(0, std::ios::end);
  stream << '!';
  std::cout << stream.str() << ' ' << stream.tellp() << '\n';
  char buffer[16];
  stream.seekg(4);
  stream.read(buffer, 3);
  std::cout << stream.gcount() << std::string(buffer, 3) << char(stream.peek()) << '\n';
  std::ostringstream copy;
  stream.seekg(0);
  copy << stream.rdbuf();
  std::cout << copy.str().size() << '\n';
  std::ostream shared(std::cout.rdbuf());
  shared << "through another stream" << std::endl;
  std::cerr << "not compared\n";
  stream.exceptions(std::ios::failbit);
  try {
    int n;
    stream.str("no number");
    stream >> n;
  } catch (const std::ios_base::failure& failure) {
    std::cout << "failure " << (failure.code() == std::io_errc::stream) << '\n';
  }
}

int main() {
  numbers();
  widths();
  reading();
  both_ways();
}
