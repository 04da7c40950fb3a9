// exception_ptr as libstdc++ has it.

#include <cxxabi.h>

#include <exception>
#include <typeinfo>

namespace std {

namespace __exception_ptr {

exception_ptr::exception_ptr(void* object) noexcept : _M_exception_object(object) { _M_addref(); }

void exception_ptr::_M_addref() noexcept { trailhound::refer_to(_M_exception_object); }

void exception_ptr::_M_release() noexcept {
  trailhound::let_go_of(_M_exception_object);
  _M_exception_object = nullptr;
}

void* exception_ptr::_M_get() const noexcept { return _M_exception_object; }

const type_info* exception_ptr::__cxa_exception_type() const noexcept {
  return _M_exception_object == nullptr ? nullptr : header_of(_M_exception_object)->type;
}

}  // namespace __exception_ptr

exception_ptr current_exception() noexcept {
  void* object = trailhound::caught_object();
  return object == nullptr ? exception_ptr() : exception_ptr(object);
}

void rethrow_exception(exception_ptr pointer) { trailhound::throw_again(pointer._M_get()); }

}  // namespace std

// Thrown by others than C++; headers have handlers for them.
namespace __cxxabiv1 {
__forced_unwind::~__forced_unwind() noexcept {}
__foreign_exception::~__foreign_exception() noexcept {}
}  // namespace __cxxabiv1

extern "C" __cxxabiv1::__cxa_refcounted_exception* __cxxabiv1::__cxa_init_primary_exception(
    void* object, std::type_info* type, void (*destructor)(void*)) noexcept {
  return reinterpret_cast<__cxa_refcounted_exception*>(
      trailhound::fill_in(object, type, destructor));
}
