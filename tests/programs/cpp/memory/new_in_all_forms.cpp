//@ verdict: ok
//@ args: --leaks
//@ about: new and delete: arrays, alignment, placement, nothrow, too much
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>

struct alignas(64) Wide {
  char bytes[64];
};

int main() {
  int* one = new int(1);
  int* many = new int[3]{1, 2, 3};
  Wide* wide = new Wide;
  assert(reinterpret_cast<std::uintptr_t>(wide) % 64 == 0);
  int* careful = new (std::nothrow) int(5);
  alignas(int) std::byte place[sizeof(int)];
  int* placed = new (place) int(7);
  assert(*one + many[2] + *careful + *placed == 16);
  delete one;
  delete[] many;
  delete wide;
  delete careful;
  bool failed = false;
  volatile std::size_t huge = SIZE_MAX / 2;
  try {
    delete[] new char[huge];
  } catch (const std::bad_alloc&) {
    failed = true;
  }
  assert(failed);
  assert(new (std::nothrow) char[huge] == nullptr);
}
