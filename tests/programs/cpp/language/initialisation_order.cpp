//@ verdict: ok
//@ about: static objects are made in order and destroyed in reverse
#include <cassert>
#include <cstdlib>
#include <string>

static std::string& log() {
  static std::string* text = new std::string;
  return *text;
}

struct Named {
  char name;
  explicit Named(char name) : name(name) { log() += name; }
  ~Named() {
    log() += char(name - 'A' + 'a');
    if (name == 'A') assert(log() == "ABba");
  }
};

Named first('A'), second('B');

int main() { assert(log() == "AB"); }
