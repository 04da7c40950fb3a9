// Waiting for atomic variables for a limited time, in place of libstdc++'s header of this
// name. A wait may end by itself whatever the others do, and is then at its limit.

#ifndef _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1

#include <bits/atomic_wait.h>
#include <bits/chrono.h>

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

namespace __detail {
template <typename _Rep, typename _Period>
__wait_limit __limit_of(const chrono::duration<_Rep, _Period>& __time) noexcept {
  const auto __whole = chrono::floor<chrono::seconds>(__time);
  const auto __rest = chrono::ceil<chrono::nanoseconds>(__time - __whole);
  return {{static_cast<time_t>(__whole.count()), static_cast<long>(__rest.count())}, true};
}

template <typename _Clock, typename _Dur>
__wait_limit __limit_of(const chrono::time_point<_Clock, _Dur>& __moment) noexcept {
  if constexpr (is_same_v<_Clock, chrono::system_clock> || is_same_v<_Clock, chrono::steady_clock>) {
    auto __limit = __limit_of(__moment.time_since_epoch());
    __limit.__is_duration = false;
    return __limit;
  } else {
    return __limit_of(__moment - _Clock::now());
  }
}
}  // namespace __detail

template <typename _Tp, typename _ValFn, typename _Time>
bool __atomic_wait_address_until_v(const _Tp* __variable, _Tp&& __old, _ValFn&& __value,
                                   const _Time& __time) noexcept {
  const auto __limit = __detail::__limit_of(__time);
  return __detail::__wait_for_change(__variable, __old, __value, &__limit);
}

template <typename _Tp, typename _Pred, typename _Time>
bool __atomic_wait_address_until(const _Tp* __variable, _Pred __pred, const _Time& __time) noexcept {
  const auto __limit = __detail::__limit_of(__time);
  return __detail::__wait_until_true(__variable, __pred, &__limit);
}

template <typename _Pred, typename _Time>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t* __variable, _Pred __pred,
                                      const _Time& __time) noexcept {
  const auto __limit = __detail::__limit_of(__time);
  return __detail::__wait_until_true(__variable, __pred, &__limit);
}

template <typename _Tp, typename _ValFn, typename _Time>
bool __atomic_wait_address_for_v(const _Tp* __variable, _Tp&& __old, _ValFn&& __value,
                                 const _Time& __time) noexcept {
  const auto __limit = __detail::__limit_of(__time);
  return __detail::__wait_for_change(__variable, __old, __value, &__limit);
}

template <typename _Tp, typename _Pred, typename _Time>
bool __atomic_wait_address_for(const _Tp* __variable, _Pred __pred, const _Time& __time) noexcept {
  const auto __limit = __detail::__limit_of(__time);
  return __detail::__wait_until_true(__variable, __pred, &__limit);
}

template <typename _Pred, typename _Time>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t* __variable, _Pred __pred,
                                    const _Time& __time) noexcept {
  const auto __limit = __detail::__limit_of(__time);
  return __detail::__wait_until_true(__variable, __pred, &__limit);
}

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std

#endif
