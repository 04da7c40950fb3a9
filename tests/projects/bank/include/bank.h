#pragma once

#include <mutex>

class Bank {
 public:
  void deposit(int amount);
  int balance() const;

 private:
  int total = START;
  std::mutex lock;
};
