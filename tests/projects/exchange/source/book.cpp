#include "exchange.h"

void Book::add(Order order) {
  {
    std::lock_guard guard(lock);
    order.amount -= fee(order);
    orders.push_back(order);
  }
  report(order.name);
}

int Book::total() const {
  std::lock_guard guard(lock);
  int sum = 0;
  for (const Order& order : orders) sum += order.amount;
  return sum;
}
