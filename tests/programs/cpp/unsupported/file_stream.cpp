//@ verdict: unsupported
//@ about: streams of wide characters to files are refused by name
//@ library: libstdc++
#include <fstream>

int main() {
  std::wofstream file("numbers");
  file << 1;
}
