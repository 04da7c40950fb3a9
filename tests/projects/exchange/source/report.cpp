#include <atomic>

#include "exchange.h"

int reported;

void report(const std::string&) {
#ifdef CAREFUL
  std::atomic_ref(reported).fetch_add(1);
#else
  reported = reported + 1;
#endif
}
