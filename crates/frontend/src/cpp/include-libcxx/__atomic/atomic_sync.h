// Waiting for atomic variables, in place of libc++'s header of this name, which spins before it
// sleeps. Here a thread that has to wait sleeps at once, at the address of the variable itself,
// whatever its size.

#ifndef _LIBCPP___ATOMIC_ATOMIC_SYNC_H
#define _LIBCPP___ATOMIC_ATOMIC_SYNC_H

#include <__atomic/contention_t.h>
#include <__atomic/cxx_atomic_impl.h>
#include <__atomic/memory_order.h>
#include <__atomic/to_gcc_order.h>
#include <__chrono/duration.h>
#include <__config>
#include <__memory/addressof.h>
#include <__thread/poll_with_backoff.h>
#include <__thread/support.h>
#include <__type_traits/conjunction.h>
#include <__type_traits/decay.h>
#include <__type_traits/invoke.h>
#include <__type_traits/void_t.h>
#include <__utility/declval.h>
#include <cstring>

#pragma GCC system_header

extern "C" {
// Sleeps until woken, unless the variable has another value than `expected` already. Here no
// wait has a limit.
int trailhound_wait(const volatile void* variable, const void* expected, unsigned long size,
                    const void* limit, bool is_duration) noexcept;
void trailhound_wake(const volatile void* variable, bool all) noexcept;
}

_LIBCPP_BEGIN_NAMESPACE_STD

// How a kind of variable is read, and where it lies.
template <class _Tp, class = void>
struct __atomic_waitable_traits {
  template <class _AtomicWaitable>
  static void __atomic_load(_AtomicWaitable&&, memory_order) = delete;

  template <class _AtomicWaitable>
  static void __atomic_contention_address(_AtomicWaitable&&) = delete;
};

// Waits until the condition holds. It is shown the value of the variable, and may put a newer one
// in its place; each value is looked at once.
template <class _AtomicWaitable, class _Poll>
_LIBCPP_HIDE_FROM_ABI void __atomic_wait_unless(const _AtomicWaitable& __a, _Poll&& __poll,
                                                memory_order __order) {
  using __traits = __atomic_waitable_traits<__decay_t<_AtomicWaitable> >;
  for (;;) {
    auto __value = __traits::__atomic_load(__a, __order);
    if (__poll(__value)) return;
    trailhound_wait(__traits::__atomic_contention_address(__a), std::addressof(__value),
                    sizeof __value, nullptr, false);
  }
}

template <class _AtomicWaitable>
_LIBCPP_HIDE_FROM_ABI void __atomic_notify_one(const _AtomicWaitable& __a) {
  using __traits = __atomic_waitable_traits<__decay_t<_AtomicWaitable> >;
  trailhound_wake(__traits::__atomic_contention_address(__a), false);
}

template <class _AtomicWaitable>
_LIBCPP_HIDE_FROM_ABI void __atomic_notify_all(const _AtomicWaitable& __a) {
  using __traits = __atomic_waitable_traits<__decay_t<_AtomicWaitable> >;
  trailhound_wake(__traits::__atomic_contention_address(__a), true);
}

template <class _AtomicWaitable, class _Up>
_LIBCPP_HIDE_FROM_ABI void __atomic_wait(_AtomicWaitable& __a, _Up __old, memory_order __order) {
  std::__atomic_wait_unless(
      __a,
      [&](const auto& __value) {
        return std::memcmp(std::addressof(__value), std::addressof(__old), sizeof __old) != 0;
      },
      __order);
}

_LIBCPP_END_NAMESPACE_STD

#endif
