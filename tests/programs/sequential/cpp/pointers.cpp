// Ownership: unique and shared pointers, deleters, aliases, weak ones, enable_shared_from_this.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Node : std::enable_shared_from_this<Node> {
  int value;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> previous;
  explicit Node(int value) : value(value) {}
  ~Node() { std::printf("~%d ", value); }
  std::shared_ptr<Node> self() { return shared_from_this(); }
};

struct Close {
  const char* what;
  void operator()(int* number) const {
    std::printf("close %s %d\n", what, *number);
    delete number;
  }
};

int main() {
  auto first = std::make_shared<Node>(1);
  first->next = std::make_shared<Node>(2);
  first->next->previous = first;
  std::printf("%ld %ld\n", first.use_count(), first->next.use_count());
  std::shared_ptr<int> part(first->next, &first->next->value);
  first->next.reset();
  std::printf("%d %ld\n", *part, part.use_count());
  part.reset();
  std::weak_ptr<Node> watched = first->self();
  std::printf("\n%d %ld\n", watched.expired(), watched.use_count());
  first = nullptr;
  std::printf("\n%d\n", watched.lock() == nullptr);
  {
    std::unique_ptr<int, Close> one(new int(5), Close{"first"});
    auto two = std::move(one);
    std::unique_ptr<int, Close> three(new int(6), Close{"third"});
    std::swap(two, three);
    three.reset(new int(7));
  }
  std::shared_ptr<void> anything(new std::string("text"), [](void* text) {
    std::printf("%s\n", static_cast<std::string*>(text)->c_str());
    delete static_cast<std::string*>(text);
  });
  auto copy = anything;
  anything.reset();
  std::printf("%ld\n", copy.use_count());
  copy.reset();
  std::vector<std::unique_ptr<Node>> nodes;
  for (int n = 0; n < 5; n++) nodes.push_back(std::make_unique<Node>(n));
  nodes.erase(nodes.begin() + 1, nodes.begin() + 3);
  std::printf("\n");
  try {
    Node loose(9);
    loose.self();
  } catch (const std::bad_weak_ptr&) {
    std::printf("nobody owns it\n");
  }
  auto array = std::make_shared<int[]>(4);
  array[3] = 8;
  std::printf("%d %d\n", array[0], array[3]);
}
