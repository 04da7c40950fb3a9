//@ verdict: error
//@ kind: data-race
//@ args: --races error
//@ about: two threads insert into one map
//@ library: libstdc++
#include <map>
#include <thread>

std::map<int, int> shared;

int main() {
  std::thread other([] { shared[1] = 1; });
  shared[2] = 2;
  other.join();
}
