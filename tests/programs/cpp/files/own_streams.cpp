//@ verdict: error
//@ kind: assertion
//@ line: 24
//@ args: --file /tmp/
//@ library: libstdc++
//@ about: two threads write to a file through streams of their own, and the last one wins
#include <cassert>
#include <fstream>
#include <string>
#include <thread>

static void put(const char* text) {
  std::ofstream out("/tmp/log");
  out << text << '\n';
}

int main() {
  std::thread one(put, "one"), two(put, "two");
  one.join();
  two.join();
  std::ifstream in("/tmp/log");
  std::string first, second;
  in >> first >> second;
  assert(second != ""); //~ assertion
}
