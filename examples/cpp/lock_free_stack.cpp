// Treiber's stack, without a lock.
//
//   trailhound check examples/cpp/lock_free_stack.cpp                a node is used after delete
//   trailhound check examples/cpp/lock_free_stack.cpp -DFIXED        no error
//   g++ -std=c++20 -pthread examples/cpp/lock_free_stack.cpp         an ordinary program
//
// Who pops a node may delete it while another, who has read the same top, is about to look at
// its successor. The correct version keeps popped nodes until nobody can be looking.

#include <atomic>
#include <cassert>
#include <optional>
#include <thread>

template <class Value>
class Stack {
 public:
  ~Stack() {
    while (pop()) {
    }
    drop(retired.load());
  }

  void push(Value value) {
    Node* node = new Node{std::move(value), top.load()};
    while (!top.compare_exchange_weak(node->next, node)) {
    }
  }

  std::optional<Value> pop() {
    Node* node = top.load();
    while (node != nullptr && !top.compare_exchange_weak(node, node->next)) {
    }
    if (node == nullptr) return std::nullopt;
    std::optional<Value> value = std::move(node->value);
#ifdef FIXED
    node->retired_next = retired.load();
    while (!retired.compare_exchange_weak(node->retired_next, node)) {
    }
#else
    delete node;
#endif
    return value;
  }

 private:
  struct Node {
    Value value;
    Node* next;
    Node* retired_next = nullptr;
  };

  void drop(Node* node) {
    while (node != nullptr) {
      Node* next = node->retired_next;
      delete node;
      node = next;
    }
  }

  std::atomic<Node*> top{nullptr};
  std::atomic<Node*> retired{nullptr};
};

int main() {
  Stack<int> stack;
  stack.push(1);
  stack.push(2);
  std::optional<int> theirs;
  std::thread other([&] { theirs = stack.pop(); });
  std::optional<int> ours = stack.pop();
  other.join();
  assert(ours && theirs && *ours + *theirs == 3);
}
