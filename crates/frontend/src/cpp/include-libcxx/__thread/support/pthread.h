// What a new thread is given is its own from then on: otherwise libc++'s header of this name.

#include <pthread.h>

extern "C" int trailhound_start(pthread_t* handle, void* (*function)(void*), void* argument);

#define pthread_create(handle, attributes, function, argument) \
  trailhound_start(handle, function, argument)
#include_next <__thread/support/pthread.h>
#undef pthread_create
