// The part of libc++ that compilers expect in a shared library, as one unit. What its headers
// define as templates is instantiated here; the rest is ours.

#include <version>

#if _LIBCPP_VERSION < 190000
#error "of libc++, Trailhound supports version 19 and later: install it, or leave -stdlib=libc++ out"
#endif

#include "types.cpp"
#include "memory.cpp"
#include "exceptions.cpp"
#include "libcxx/errors.cpp"
#include "libcxx/strings.cpp"
#include "libcxx/threads.cpp"
#include "libcxx/futures.cpp"
#include "libcxx/locale.cpp"
#include "libcxx/streams.cpp"
