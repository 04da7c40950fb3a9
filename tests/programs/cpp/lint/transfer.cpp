//@ verdict: error
//@ kind: deadlock
//@ about: a virtual method locks its own account and then the other
#include <memory>
#include <mutex>
#include <thread>

class Account {
public:
  explicit Account(int balance) : balance(balance) {}
  virtual ~Account() = default;
  virtual void transfer(Account &to, int amount) = 0;

protected:
  friend class Current;
  std::mutex lock;
  int balance;
};

class Current : public Account {
public:
  using Account::Account;
  void transfer(Account &to, int amount) override {
    std::lock_guard<std::mutex> mine(lock);
    std::lock_guard<std::mutex> theirs(to.lock); //~ deadlock
    balance -= amount;
    to.balance += amount;
  }
};

int main() {
  std::unique_ptr<Account> a = std::make_unique<Current>(100);
  std::unique_ptr<Account> b = std::make_unique<Current>(100);
  std::thread paying([&] { a->transfer(*b, 10); });
  std::thread refunding([&] { b->transfer(*a, 5); });
  paying.join();
  refunding.join();
}
