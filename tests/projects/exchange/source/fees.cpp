#include "exchange.h"

int fee(const Order& order) { return order.amount > 100 ? 1 : 0; }
