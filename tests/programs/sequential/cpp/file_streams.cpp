//@ files: yes
// std::fstream: modes, positions, states.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

int main() {
  {
    std::ofstream out("s");
    out << "one " << 2 << '\n' << 3.5 << "\nlast";
    std::cout << out.is_open() << out.good() << ' ' << out.tellp() << '\n';
  }
  std::ifstream in("s");
  std::string word, line;
  int number;
  double real;
  in >> word >> number >> real;
  std::cout << word << ' ' << number << ' ' << real << ' ' << in.tellg() << '\n';
  in.ignore();
  std::getline(in, line);
  std::cout << line << ' ' << in.eof() << in.fail() << '\n';
  std::getline(in, line);
  std::cout << in.eof() << in.fail() << '\n';
  in.clear();
  in.seekg(0);
  std::stringstream all;
  all << in.rdbuf();
  std::cout << all.str().size() << '\n';
  in.close();
  std::fstream both("s", std::ios::in | std::ios::out);
  both.seekp(4);
  both << "TWO";
  both.seekg(0);
  std::getline(both, line);
  std::cout << line << '\n';
  both.close();
  std::ofstream more("s", std::ios::app);
  more << "!" << std::flush;
  std::ifstream again("s", std::ios::ate);
  std::cout << again.tellg() << '\n';
  std::ifstream missing("nothing");
  std::cout << missing.is_open() << missing.fail() << '\n';
  std::ofstream nowhere("no/where");
  std::cout << nowhere.is_open() << '\n';
  std::ofstream big("b", std::ios::binary);
  for (int n = 0; n < 20000; n++) big.put(char(n));
  big.close();
  std::ifstream back("b", std::ios::binary);
  int right = 0, count = 0;
  for (char byte; back.get(byte); count++) right += byte == char(count);
  std::cout << count << ' ' << right << '\n';
  std::cout << std::remove("s") << std::remove("b") << std::remove("b") << '\n';
}
