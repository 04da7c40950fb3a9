// Containers whose nodes, buckets and order come from the library's out-of-line part.
#include <deque>
#include <forward_list>
#include <iostream>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

template <class Container>
static void print(const char* name, const Container& container) {
  std::cout << name << ':';
  for (const auto& element : container) std::cout << ' ' << element;
  std::cout << '\n';
}

static void trees() {
  std::set<int> set;
  for (int i = 0; i < 200; i++) set.insert(i * 37 % 211);
  for (int i = 0; i < 200; i += 3) set.erase(i);
  print("set", set);
  for (auto it = set.rbegin(); it != set.rend(); ++it) std::cout << *it << ' ';
  std::cout << '\n';
  std::map<std::string, int> words;
  for (const char* word : {"one", "two", "three", "two", "one", "two"}) words[word]++;
  for (const auto& [word, count] : words) std::cout << word << '=' << count << ' ';
  std::multimap<int, char> many{{2, 'b'}, {1, 'a'}, {2, 'c'}};
  for (auto [begin, end] = many.equal_range(2); begin != end; ++begin) std::cout << begin->second;
  auto node = words.extract("two");
  node.key() = "zwei";
  words.insert(std::move(node));
  std::cout << ' ' << words.rbegin()->first << ' ' << words.lower_bound("p")->first << '\n';
}

static void hashes() {
  std::unordered_map<std::string, int> map;
  for (int i = 0; i < 100; i++) map["key" + std::to_string(i * i)] = i;
  for (const auto& [key, value] : map) std::cout << key << ':' << value << ' ';
  std::cout << map.bucket_count() << ' ' << map.load_factor() << '\n';
  std::unordered_set<int> set{5, 3, 900, 12, 77, 5};
  set.reserve(50);
  print("hashed", set);
  std::cout << set.bucket_count() << ' ' << set.count(900) << set.erase(900) << set.size() << '\n';
  std::unordered_multiset<char> letters;
  for (char c : std::string("mississippi")) letters.insert(c);
  std::cout << letters.count('s') << letters.count('x') << '\n';
}

static void sequences() {
  std::list<int> list{5, 1, 4};
  list.push_front(9);
  list.sort();
  list.reverse();
  std::list<int> more{7, 8};
  list.splice(std::next(list.begin()), more);
  list.remove_if([](int n) { return n == 4; });
  print("list", list);
  std::swap(list, more);
  print("swapped", more);
  std::forward_list<int> forward{1, 2, 3};
  forward.insert_after(forward.begin(), 10);
  print("forward", forward);
  std::deque<std::string> deque;
  for (int i = 0; i < 60; i++) {
    deque.push_back(std::to_string(i));
    deque.push_front("<");
  }
  deque.erase(deque.begin() + 3, deque.begin() + 58);
  std::cout << deque.size() << deque[10] << deque.back() << '\n';
  std::vector<bool> bits(70);
  bits[3] = bits[69] = true;
  print("bits", bits);
  std::vector<std::vector<int>> nested(3, std::vector<int>(2, 1));
  nested[1].insert(nested[1].begin() + 1, {4, 5});
  for (const auto& row : nested) print("row", row);
}

static void adapters() {
  std::priority_queue<int, std::vector<int>, std::greater<>> queue;
  for (int n : {5, 1, 8, 3}) queue.push(n);
  std::stack<int> stack;
  while (!queue.empty()) {
    std::cout << queue.top();
    stack.push(queue.top());
    queue.pop();
  }
  while (!stack.empty()) {
    std::cout << stack.top();
    stack.pop();
  }
  std::cout << '\n';
}

int main() {
  trees();
  hashes();
  sequences();
  adapters();
}
