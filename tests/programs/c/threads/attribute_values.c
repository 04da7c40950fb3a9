//@ verdict: ok
//@ about: attributes of threads refuse what the system does not have
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_attr_t attributes;
  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
  assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
  assert(pthread_attr_setdetachstate(&attributes, 7) == EINVAL);
  assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
  assert(pthread_attr_destroy(&attributes) == 0);
  return 0;
}
