// operator new and delete in all forms. The forms call each other as the standard says, so that a
// program that replaces one of them is asked by the others; all are weak for that. What comes from
// the machine remembers how it is to be given back.

#include <cstddef>
#include <new>

// Implemented by the machine.
extern "C" {
void* trailhound_new(std::size_t size, std::size_t alignment) noexcept;
void trailhound_delete(void* block) noexcept;
void trailhound_delete_array(void* block) noexcept;
// A block from trailhound_new becomes an array; other blocks are none of the machine's business.
void trailhound_make_array(void* block) noexcept;
bool trailhound_has_made(void* block) noexcept;
// A block from trailhound_new has this size, or deleting it is an error.
void trailhound_check_size(void* block, std::size_t size) noexcept;
}

namespace trailhound {

// The addresses that x86-64 has.
constexpr std::size_t most_bytes = std::size_t(1) << 47;

std::new_handler on_full_memory = nullptr;

void* allocate(std::size_t size, std::align_val_t alignment = std::align_val_t(1)) {
  while (size > most_bytes) {
    std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
  return trailhound_new(size, std::size_t(alignment));
}

void* allocate_array(std::size_t size, std::align_val_t alignment) {
  void* block = allocate(size, alignment);
  trailhound_make_array(block);
  return block;
}

template <class Allocate>
void* or_null(Allocate allocate) noexcept {
  try {
    return allocate();
  } catch (...) {
    return nullptr;
  }
}

}  // namespace trailhound

namespace std {
new_handler set_new_handler(new_handler handler) noexcept {
  return __atomic_exchange_n(&trailhound::on_full_memory, handler, __ATOMIC_ACQ_REL);
}
new_handler get_new_handler() noexcept {
  return __atomic_load_n(&trailhound::on_full_memory, __ATOMIC_ACQUIRE);
}
}  // namespace std

#define TRAILHOUND_WEAK __attribute__((weak))

TRAILHOUND_WEAK void* operator new(std::size_t size) { return trailhound::allocate(size); }
TRAILHOUND_WEAK void* operator new[](std::size_t size) {
  void* block = operator new(size);
  trailhound_make_array(block);
  return block;
}
TRAILHOUND_WEAK void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return trailhound::or_null([=] { return operator new(size); });
}
TRAILHOUND_WEAK void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return trailhound::or_null([=] { return operator new[](size); });
}

TRAILHOUND_WEAK void operator delete(void* block) noexcept { trailhound_delete(block); }
TRAILHOUND_WEAK void operator delete[](void* block) noexcept {
  if (trailhound_has_made(block)) {
    trailhound_delete_array(block);
  } else {
    operator delete(block);
  }
}
TRAILHOUND_WEAK void operator delete(void* block, std::size_t size) noexcept {
  trailhound_check_size(block, size);
  operator delete(block);
}
TRAILHOUND_WEAK void operator delete[](void* block, std::size_t size) noexcept {
  trailhound_check_size(block, size);
  operator delete[](block);
}
TRAILHOUND_WEAK void operator delete(void* block, const std::nothrow_t&) noexcept {
  operator delete(block);
}
TRAILHOUND_WEAK void operator delete[](void* block, const std::nothrow_t&) noexcept {
  operator delete[](block);
}

// The same for types of more than natural alignment.

TRAILHOUND_WEAK void* operator new(std::size_t size, std::align_val_t alignment) {
  return trailhound::allocate(size, alignment);
}
TRAILHOUND_WEAK void* operator new[](std::size_t size, std::align_val_t alignment) {
  return trailhound::allocate_array(size, alignment);
}
TRAILHOUND_WEAK void* operator new(std::size_t size, std::align_val_t alignment,
                                   const std::nothrow_t&) noexcept {
  return trailhound::or_null([=] { return operator new(size, alignment); });
}
TRAILHOUND_WEAK void* operator new[](std::size_t size, std::align_val_t alignment,
                                     const std::nothrow_t&) noexcept {
  return trailhound::or_null([=] { return operator new[](size, alignment); });
}

TRAILHOUND_WEAK void operator delete(void* block, std::align_val_t) noexcept {
  trailhound_delete(block);
}
TRAILHOUND_WEAK void operator delete[](void* block, std::align_val_t) noexcept {
  trailhound_delete_array(block);
}
TRAILHOUND_WEAK void operator delete(void* block, std::size_t size,
                                     std::align_val_t alignment) noexcept {
  trailhound_check_size(block, size);
  operator delete(block, alignment);
}
TRAILHOUND_WEAK void operator delete[](void* block, std::size_t size,
                                       std::align_val_t alignment) noexcept {
  trailhound_check_size(block, size);
  operator delete[](block, alignment);
}
TRAILHOUND_WEAK void operator delete(void* block, std::align_val_t alignment,
                                     const std::nothrow_t&) noexcept {
  operator delete(block, alignment);
}
TRAILHOUND_WEAK void operator delete[](void* block, std::align_val_t alignment,
                                       const std::nothrow_t&) noexcept {
  operator delete[](block, alignment);
}
