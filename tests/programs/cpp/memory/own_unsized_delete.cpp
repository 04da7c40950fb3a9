//@ verdict: ok
//@ about: the other forms of new and delete ask the ones that the program replaces
#include <cassert>
#include <cstdlib>
#include <new>
#include <string>

int blocks;

void* operator new(std::size_t size) {
  blocks++;
  return std::malloc(size);
}
void operator delete(void* block) noexcept {
  blocks--;
  std::free(block);
}

struct Large {
  int numbers[10];
  ~Large() {}
};

int main() {
  Large* one = new Large;
  Large* many = new Large[2];
  std::string text(100, 'x');
  assert(blocks == 3);
  delete one;
  delete[] many;
  assert(blocks == 1);
}
