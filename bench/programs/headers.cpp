// Five of the library's largest headers, and a little of each.
#include <future>
#include <iostream>
#include <map>
#include <string>
#include <thread>

int main() {
  std::map<std::string, int> numbers{{"one", 1}};
  auto next = std::async(std::launch::async, [&] { return numbers["one"] + 1; });
  std::cout << next.get() << std::endl;
  std::thread thread([] {});
  thread.join();
}
