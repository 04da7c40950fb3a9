// Polling, in place of libc++'s header of this name, which spins. The first poll may come as late as
// it likes and stands for all but the last, before which the time passes.

#ifndef _LIBCPP___THREAD_POLL_WITH_BACKOFF_H
#define _LIBCPP___THREAD_POLL_WITH_BACKOFF_H

#include <__chrono/duration.h>
#include <__chrono/high_resolution_clock.h>
#include <__config>
#include <time.h>

#pragma GCC system_header

_LIBCPP_BEGIN_NAMESPACE_STD

template <class _Poll, class _Backoff>
_LIBCPP_HIDE_FROM_ABI bool __libcpp_thread_poll_with_backoff(_Poll&& __poll, _Backoff&&,
                                                             chrono::nanoseconds __limit) {
  if (__poll()) return true;
  if (__limit <= __limit.zero()) return false;
  timespec __time = {static_cast<time_t>(__limit.count() / 1000000000),
                     static_cast<long>(__limit.count() % 1000000000)};
  nanosleep(&__time, nullptr);
  return __poll();
}

_LIBCPP_END_NAMESPACE_STD

#endif
