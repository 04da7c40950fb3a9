#include <cassert>
#include <thread>

#include "bank.h"

int main() {
  Bank bank;
  std::thread other([&] { bank.deposit(1); });
  bank.deposit(1);
  other.join();
  assert(bank.balance() == START + 2);
}
