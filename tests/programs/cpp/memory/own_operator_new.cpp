//@ verdict: ok
//@ about: a program with its own operator new and delete
#include <cassert>
#include <cstdlib>
#include <memory>
#include <new>

int blocks;

void* operator new(std::size_t size) {
  blocks++;
  return std::malloc(size);
}
void operator delete(void* block) noexcept {
  blocks--;
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  blocks--;
  std::free(block);
}

int main() {
  {
    auto number = std::make_unique<int>(3);
    assert(blocks == 1);
  }
  assert(blocks == 0);
}
