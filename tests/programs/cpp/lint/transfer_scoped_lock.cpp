//@ verdict: ok
//@ about: a virtual method locks both accounts at once, in an order that std::scoped_lock finds
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
    std::scoped_lock<std::mutex, std::mutex> both(lock, to.lock);
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
