// Polling, in place of libc++'s header of this name, which spins. How long anything takes is not
// known: a poll for a limited time may come as late as it likes, so that one is enough.

#ifndef _LIBCPP___THREAD_POLL_WITH_BACKOFF_H
#define _LIBCPP___THREAD_POLL_WITH_BACKOFF_H

#include <__chrono/duration.h>
#include <__chrono/high_resolution_clock.h>
#include <__config>

#pragma GCC system_header

_LIBCPP_BEGIN_NAMESPACE_STD

template <class _Poll, class _Backoff>
_LIBCPP_HIDE_FROM_ABI bool __libcpp_thread_poll_with_backoff(_Poll&& __poll, _Backoff&&,
                                                             chrono::nanoseconds) {
  return __poll();
}

_LIBCPP_END_NAMESPACE_STD

#endif
