// Sleeping and yielding, in place of libc++'s header of this name, which compares times as `long double`.

#ifndef _LIBCPP___THREAD_THIS_THREAD_H
#define _LIBCPP___THREAD_THIS_THREAD_H

#include <__chrono/duration.h>
#include <__chrono/time_point.h>
#include <__config>
#include <__thread/support.h>

#pragma GCC system_header

_LIBCPP_BEGIN_NAMESPACE_STD

namespace this_thread {

_LIBCPP_EXPORTED_FROM_ABI void sleep_for(const chrono::nanoseconds& __time);

template <class _Rep, class _Period>
_LIBCPP_HIDE_FROM_ABI void sleep_for(const chrono::duration<_Rep, _Period>& __time) {
  // Longer times do not fit into nanoseconds.
  if (__time >= chrono::seconds(9223372036)) {
    this_thread::sleep_for(chrono::nanoseconds::max());
  } else if (__time > __time.zero()) {
    chrono::nanoseconds __rounded = chrono::duration_cast<chrono::nanoseconds>(__time);
    if (__rounded < __time) ++__rounded;
    this_thread::sleep_for(__rounded);
  }
}

template <class _Clock, class _Duration>
_LIBCPP_HIDE_FROM_ABI void sleep_until(const chrono::time_point<_Clock, _Duration>& __moment) {
  for (auto __now = _Clock::now(); __now < __moment; __now = _Clock::now()) {
    this_thread::sleep_for(__moment - __now);
  }
}

inline _LIBCPP_HIDE_FROM_ABI void yield() _NOEXCEPT { __libcpp_thread_yield(); }

}  // namespace this_thread

_LIBCPP_END_NAMESPACE_STD

#endif
