//@ verdict: ok
//@ about: threads print through cout, which adds no schedules
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

static void work(int n) {
  std::ostringstream line;
  line << "thread " << n << '\n';
  std::cout << line.str() << std::flush;
}

int main() {
  std::thread first(work, 1), second(work, 2);
  first.join();
  second.join();
  std::cerr << "done" << std::endl;
}
