/* trailhound.h: what a C or C++ program can say to the model checker.
 *
 *   unsigned th_toss(unsigned n)   a value from 0 to n-1; every one is tried (n >= 1)
 *   unsigned th_choose(unsigned n) the same, by the other usual name
 *   th_atomic_begin(), th_atomic_end()
 *                                  no other thread runs in between; sections may nest
 *   th_assert(condition)           an error when it does not hold; NDEBUG does not remove it
 *   th_assume(condition)           executions in which it does not hold are not looked at
 *   th_mark("name")                names this location, for targets and properties
 *
 * Trailhound defines __TRAILHOUND__, and then these are declarations only: the checker
 * supplies their meaning. Without it the definitions below let the same program compile and
 * run natively, with nothing to link: th_toss draws from rand(), an atomic section holds one
 * lock of the whole program (so it excludes other atomic sections, not all other code),
 * th_assume(0) ends the process quietly with status 0, and th_mark does nothing.
 */
#ifndef TRAILHOUND_H
#define TRAILHOUND_H

#if defined(__TRAILHOUND__)
#define TH_FUNCTION
#else
/* Weak, so that several files may include this; not inlined, so that IR made without
 * __TRAILHOUND__ still shows these calls by name. */
#define TH_FUNCTION __attribute__((weak, noinline, used))
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

TH_FUNCTION unsigned th_toss(unsigned n);
TH_FUNCTION void th_atomic_begin(void);
TH_FUNCTION void th_atomic_end(void);
TH_FUNCTION void th_assume(int condition);
TH_FUNCTION void th_mark(const char *name);
TH_FUNCTION __attribute__((noreturn)) void th_assert_fail(const char *condition, const char *file,
                                                          unsigned line, const char *function);

#if !defined(__TRAILHOUND__)

/* The lock of all atomic sections, and how deep this thread is inside of them. */
__attribute__((weak)) int th_native_lock = 0;
__attribute__((weak)) __thread int th_native_depth = 0;

TH_FUNCTION void th_assert_fail(const char *condition, const char *file, unsigned line,
                                const char *function) {
    fprintf(stderr, "%s:%u: %s: check `%s' failed.\n", file, line, function, condition);
    abort();
}

TH_FUNCTION unsigned th_toss(unsigned n) {
    if (n == 0)
        th_assert_fail("n > 0", __FILE__, __LINE__, "th_toss");
    return (unsigned)rand() % n;
}

TH_FUNCTION void th_atomic_begin(void) {
    if (th_native_depth++ == 0)
        while (__atomic_exchange_n(&th_native_lock, 1, __ATOMIC_ACQUIRE))
            sched_yield();
}

TH_FUNCTION void th_atomic_end(void) {
    if (--th_native_depth == 0)
        __atomic_store_n(&th_native_lock, 0, __ATOMIC_RELEASE);
}

TH_FUNCTION void th_assume(int condition) {
    if (!condition)
        _Exit(0);
}

TH_FUNCTION void th_mark(const char *name) {
    __asm__ volatile("" : : "r"(name) : "memory");
}

#endif

#ifdef __cplusplus
}
#endif

#define th_choose(n) th_toss(n)
#define th_assume(condition) th_assume((condition) ? 1 : 0)
#define th_assert(condition)                                                                       \
    ((condition) ? (void)0 : th_assert_fail(#condition, __FILE__, __LINE__, __func__))

#endif
