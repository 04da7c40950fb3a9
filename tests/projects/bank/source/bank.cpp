#include "bank.h"

void Bank::deposit(int amount) {
#ifdef LOCKED
  std::lock_guard guard(lock);
#endif
  total += amount;
}

int Bank::balance() const { return total; }
