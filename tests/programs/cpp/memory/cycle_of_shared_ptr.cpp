//@ verdict: error
//@ kind: leak
//@ args: --leaks
//@ about: two shared_ptr that keep each other alive
#include <memory>

struct Node {
  std::shared_ptr<Node> other;
};

int main() {
  auto a = std::make_shared<Node>();
  auto b = std::make_shared<Node>();
  a->other = b;
  b->other = a;
}
