//@ verdict: ok
//@ about: a map, a set and a deque under one mutex
#include <cassert>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

std::mutex lock;
std::map<std::string, int> words;
std::set<int> numbers;
std::deque<int> order;

static void work(int n) {
  std::lock_guard guard(lock);
  words["n" + std::to_string(n)] = n;
  numbers.insert(n);
  order.push_front(n);
}

int main() {
  std::thread first(work, 1), second(work, 2);
  first.join();
  second.join();
  assert(words.at("n1") == 1 && words.at("n2") == 2);
  assert(numbers.size() == 2 && order.size() == 2);
}
