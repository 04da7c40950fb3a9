// The part of libstdc++ that compilers expect in a shared library, as one unit.
// What its headers define as templates is instantiated here; the rest is ours.

#include "types.cpp"
#include "memory.cpp"
#include "resources.cpp"
#include "exceptions.cpp"
#include "exception_ptr.cpp"
#include "errors.cpp"
#include "containers.cpp"
#include "threads.cpp"
#include "locale.cpp"
#include "streams.cpp"
#include "files.cpp"
