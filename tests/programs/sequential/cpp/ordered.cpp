// Trees, lists, deques and heaps, with iterators that stay valid.
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <stack>
#include <string>

int main() {
  std::map<std::string, int> counts;
  for (const char* word : {"to", "be", "or", "not", "to", "be", "that", "is"}) counts[word]++;
  for (const auto& [word, count] : counts) std::printf("%s %d\n", word.c_str(), count);
  auto node = counts.extract("not");
  node.key() = "nought";
  counts.insert(std::move(node));
  std::printf("%s %s\n", counts.lower_bound("no")->first.c_str(), counts.rbegin()->first.c_str());

  std::multiset<int> numbers;
  unsigned seed = 1;
  for (int n = 0; n < 300; n++) {
    seed = seed * 1103515245 + 12345;
    numbers.insert(seed >> 16 & 63);
    if (n % 3 == 0) numbers.erase(numbers.begin());
  }
  int sum = 0;
  for (int number : numbers) sum = sum * 31 + number;
  std::printf("%zu %d %zu\n", numbers.size(), sum, numbers.count(40));

  std::list<int> left{1, 4, 7}, right{2, 3, 9};
  left.merge(right);
  left.splice(left.begin(), left, std::prev(left.end()));
  left.reverse();
  left.remove_if([](int n) { return n == 4; });
  for (int n : left) std::printf("%d ", n);
  std::forward_list<int> once{5, 5, 6, 6, 5};
  once.unique();
  for (int n : once) std::printf("%d ", n);

  std::deque<std::string> both;
  for (int n = 0; n < 50; n++) n % 2 ? both.push_front(std::to_string(n)) : both.push_back(std::to_string(n));
  both.erase(both.begin() + 10, both.begin() + 30);
  both.insert(both.begin() + 5, 3, "middle");
  for (const auto& text : both) std::printf("%s,", text.c_str());

  std::priority_queue<std::pair<int, char>> queue;
  for (char c : std::string("priority")) queue.push({c % 7, c});
  std::stack<int> stack;
  while (!queue.empty()) {
    stack.push(queue.top().second);
    queue.pop();
  }
  std::printf("\n");
  for (; !stack.empty(); stack.pop()) std::printf("%c", stack.top());
  std::printf("\n");
}
