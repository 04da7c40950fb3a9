#pragma once
#include <mutex>
#include <string>
#include <vector>

struct Order {
  std::string name;
  int amount;
};

class Book {
 public:
  void add(Order order);
  int total() const;

 private:
  mutable std::mutex lock;
  std::vector<Order> orders;
};

int fee(const Order& order);
void report(const std::string& line);
extern int reported;
