//! Annotations, functions of verification tasks, what the library of C++ is made of, system calls,
//! unwinders.

pub const ROWS: &str = "
# Annotations and verification tasks.
N: th_toss
N any_value: __VERIFIER_nondet_bool __VERIFIER_nondet__Bool __VERIFIER_nondet_char
N any_value: __VERIFIER_nondet_uchar __VERIFIER_nondet_short __VERIFIER_nondet_ushort
N any_value: __VERIFIER_nondet_int __VERIFIER_nondet_uint __VERIFIER_nondet_unsigned
N any_value: __VERIFIER_nondet_u32 __VERIFIER_nondet_unsigned_int __VERIFIER_nondet_long
N any_value: __VERIFIER_nondet_longlong __VERIFIER_nondet_ulong __VERIFIER_nondet_ulonglong
N any_value: __VERIFIER_nondet_size_t __VERIFIER_nondet_loff_t __VERIFIER_nondet_pthread_t
N any_value: __VERIFIER_nondet_float __VERIFIER_nondet_double __VERIFIER_nondet_pointer
N atomic_begin: th_atomic_begin __VERIFIER_atomic_begin
N atomic_end: th_atomic_end __VERIFIER_atomic_end
N assumes: th_assume __VERIFIER_assume assume_abort_if_not
N fails: th_assert_fail __VERIFIER_error reach_error
N marks: th_mark
A keeps: trailhound.getopt
RRN: trailhound.same
# The library of C++.
N: __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort
N free: trailhound_delete trailhound_delete_array
N keeps atend@0 takes@64: __cxa_thread_atexit __cxa_thread_atexit_impl
RRRN keeps: __dynamic_cast
N alloc: trailhound_new trailhound_make_array
* alloc: _Znwm _Znam _Znwj _Znaj _ZnwmSt11align_val_t _ZnamSt11align_val_t _ZnwjSt11align_val_t
* alloc: _ZnajSt11align_val_t
* alloc may_fail: _ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t _ZnwjRKSt9nothrow_t _ZnajRKSt9nothrow_t
* alloc may_fail: _ZnwmSt11align_val_tRKSt9nothrow_t _ZnamSt11align_val_tRKSt9nothrow_t
* alloc may_fail: _ZnwjSt11align_val_tRKSt9nothrow_t _ZnajSt11align_val_tRKSt9nothrow_t
* free: _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm _ZdlPvj _ZdaPvj _ZdlPvRKSt9nothrow_t _ZdaPvRKSt9nothrow_t
* free: _ZdlPvSt11align_val_t _ZdaPvSt11align_val_t _ZdlPvmSt11align_val_t _ZdaPvmSt11align_val_t
* free: _ZdlPvjSt11align_val_t _ZdaPvjSt11align_val_t _ZdlPvSt11align_val_tRKSt9nothrow_t
* free: _ZdaPvSt11align_val_tRKSt9nothrow_t
A keeps raises: _Unwind_RaiseException
* raises: _Unwind_Resume _Unwind_Resume_or_Rethrow __cxa_throw __cxa_rethrow
A keeps may_raise: trailhound_raise
A keeps: trailhound_uncaught trailhound_terminate trailhound_wait trailhound_wake
A keeps: trailhound_has_made trailhound_check_size __cxa_pure_virtual __cxa_deleted_virtual
A keeps: _Unwind_DeleteException _Unwind_Backtrace
# How threads wait; what other system calls do depends on their number.
N: syscall
# What unwinders know of a frame.
N: _Unwind_GetIP _Unwind_GetIPInfo _Unwind_GetCFA _Unwind_GetGR _Unwind_SetGR _Unwind_SetIP
N: _Unwind_GetRegionStart _Unwind_GetLanguageSpecificData _Unwind_GetTextRelBase
N: _Unwind_GetDataRelBase _Unwind_FindEnclosingFunction
";
