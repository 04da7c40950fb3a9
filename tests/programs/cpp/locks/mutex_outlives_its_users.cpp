//@ verdict: ok
//@ about: a mutex in shared memory goes with the last of its users
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 0;
};

int main() {
  auto account = std::make_shared<Account>();
  std::weak_ptr<Account> watched = account;
  auto deposit = [](std::shared_ptr<Account> mine) {
    std::lock_guard guard(mine->lock);
    mine->balance++;
  };
  std::thread other(deposit, account);
  deposit(std::move(account));
  other.join();
  assert(watched.expired());
}
