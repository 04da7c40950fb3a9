// Waiting for atomic variables, in place of libstdc++'s header of this name, which spins
// before it sleeps. Here a thread that has to wait sleeps at once, at the address of the
// variable itself, whatever its size.

#ifndef _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1

#include <bits/c++config.h>
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <ext/numeric_traits.h>

#define __cpp_lib_atomic_wait 201907L

extern "C" {
// Sleeps until woken, unless the variable has another value than `expected` already. With a
// limit, a moment or how long it takes, the wait may also end by itself, and is then not 0.
int trailhound_wait(const volatile void* variable, const void* expected, unsigned long size,
                    const timespec* limit, bool is_duration) noexcept;
void trailhound_wake(const volatile void* variable, bool all) noexcept;
}

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

namespace __detail {
struct __wait_limit {
  timespec __time;
  bool __is_duration;
};

using __platform_wait_t = int;
inline constexpr size_t __platform_wait_alignment = 4;

inline void __thread_yield() noexcept { __gthread_yield(); }
inline void __thread_relax() noexcept { __gthread_yield(); }

template <typename _Tp>
bool __atomic_compare(const _Tp& __a, const _Tp& __b) {
  return __builtin_memcmp(&__a, &__b, sizeof(_Tp)) == 0;
}

// Where the library would spin for a while, looking once stands for all of it.
template <typename _Pred>
bool __atomic_spin(_Pred& __pred) noexcept {
  return __pred();
}

inline int __sleep(const void* __variable, const void* __expected, size_t __size,
                   const __wait_limit* __limit) noexcept {
  return __limit ? trailhound_wait(__variable, __expected, __size, &__limit->__time,
                                   __limit->__is_duration)
                 : trailhound_wait(__variable, __expected, __size, nullptr, false);
}

// Waits until the condition holds. Each value of the variable is looked at once.
template <typename _Tp, typename _Pred>
bool __wait_until_true(const _Tp* __variable, _Pred& __pred, const __wait_limit* __limit) noexcept {
  for (;;) {
    alignas(_Tp) unsigned char __value[sizeof(_Tp)];
    __atomic_load(__variable, reinterpret_cast<_Tp*>(__value), __ATOMIC_ACQUIRE);
    if (__pred()) return true;
    if (__sleep(__variable, __value, sizeof(_Tp), __limit)) return __pred();
  }
}

template <typename _Tp, typename _ValFn>
bool __wait_for_change(const _Tp* __variable, const _Tp& __old, _ValFn& __value,
                       const __wait_limit* __limit) noexcept {
  do {
    if (__sleep(__variable, &__old, sizeof(_Tp), __limit)) {
      return !__atomic_compare<_Tp>(__old, __value());
    }
  } while (__atomic_compare<_Tp>(__old, __value()));
  return true;
}
}  // namespace __detail

template <typename _Tp>
inline constexpr bool __platform_wait_uses_type = true;

template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp* __variable, _Tp __old, _ValFn __value) noexcept {
  __detail::__wait_for_change(__variable, __old, __value, nullptr);
}

template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp* __variable, _Pred __pred) noexcept {
  __detail::__wait_until_true(__variable, __pred, nullptr);
}

template <typename _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t* __variable,
                                _Pred __pred) noexcept {
  __detail::__wait_until_true(__variable, __pred, nullptr);
}

template <typename _Tp>
void __atomic_notify_address(const _Tp* __variable, bool __all) noexcept {
  trailhound_wake(__variable, __all);
}

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t* __variable,
                                         bool __all) noexcept {
  trailhound_wake(__variable, __all);
}

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std

#endif
