// Waiting for atomic variables for a limited time, in place of libstdc++'s header of this
// name. How long a wait takes is not known: it may end by itself at any moment.

#ifndef _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1

#include <bits/atomic_wait.h>
#include <bits/chrono.h>

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

template <typename _Tp, typename _ValFn, typename _Time>
bool __atomic_wait_address_until_v(const _Tp* __variable, _Tp&& __old, _ValFn&& __value,
                                   const _Time&) noexcept {
  return __detail::__wait_for_change(__variable, __old, __value, true);
}

template <typename _Tp, typename _Pred, typename _Time>
bool __atomic_wait_address_until(const _Tp* __variable, _Pred __pred, const _Time&) noexcept {
  return __detail::__wait_until_true(__variable, __pred, true);
}

template <typename _Pred, typename _Time>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t* __variable, _Pred __pred,
                                      const _Time&) noexcept {
  return __detail::__wait_until_true(__variable, __pred, true);
}

template <typename _Tp, typename _ValFn, typename _Time>
bool __atomic_wait_address_for_v(const _Tp* __variable, _Tp&& __old, _ValFn&& __value,
                                 const _Time&) noexcept {
  return __detail::__wait_for_change(__variable, __old, __value, true);
}

template <typename _Tp, typename _Pred, typename _Time>
bool __atomic_wait_address_for(const _Tp* __variable, _Pred __pred, const _Time&) noexcept {
  return __detail::__wait_until_true(__variable, __pred, true);
}

template <typename _Pred, typename _Time>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t* __variable, _Pred __pred,
                                    const _Time&) noexcept {
  return __detail::__wait_until_true(__variable, __pred, true);
}

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std

#endif
