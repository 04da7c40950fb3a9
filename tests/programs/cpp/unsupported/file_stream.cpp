//@ verdict: unsupported
//@ about: streams to files are refused by name
//@ library: libstdc++
#include <fstream>

int main() {
  std::ofstream file("numbers");
  file << 1;
}
