// operator new: what the machine allocates, or an exception for sizes that no machine has.
// Weak, so that a program's own go first. operator delete is the machine's alone.

#include <cstddef>
#include <new>

// Implemented by the machine.
extern "C" {
void* trailhound_new(std::size_t size) noexcept;
void* trailhound_new_array(std::size_t size) noexcept;
}

namespace trailhound {

// The addresses that x86-64 has.
constexpr std::size_t most_bytes = std::size_t(1) << 47;

std::new_handler on_full_memory = nullptr;

using Allocate = void* (*)(std::size_t) noexcept;

void* allocate_or_throw(std::size_t size, Allocate allocate) {
  while (size > most_bytes) {
    std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
  return allocate(size);
}

void* allocate_or_null(std::size_t size, Allocate allocate) noexcept {
  try {
    return allocate_or_throw(size, allocate);
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

TRAILHOUND_WEAK void* operator new(std::size_t size) {
  return trailhound::allocate_or_throw(size, trailhound_new);
}
TRAILHOUND_WEAK void* operator new[](std::size_t size) {
  return trailhound::allocate_or_throw(size, trailhound_new_array);
}
TRAILHOUND_WEAK void* operator new(std::size_t size, std::align_val_t) {
  return trailhound::allocate_or_throw(size, trailhound_new);
}
TRAILHOUND_WEAK void* operator new[](std::size_t size, std::align_val_t) {
  return trailhound::allocate_or_throw(size, trailhound_new_array);
}
TRAILHOUND_WEAK void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return trailhound::allocate_or_null(size, trailhound_new);
}
TRAILHOUND_WEAK void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return trailhound::allocate_or_null(size, trailhound_new_array);
}
TRAILHOUND_WEAK void* operator new(std::size_t size, std::align_val_t,
                                   const std::nothrow_t&) noexcept {
  return trailhound::allocate_or_null(size, trailhound_new);
}
TRAILHOUND_WEAK void* operator new[](std::size_t size, std::align_val_t,
                                     const std::nothrow_t&) noexcept {
  return trailhound::allocate_or_null(size, trailhound_new_array);
}
