//@ verdict: error
//@ kind: use-after-free
//@ line: 18
//@ about: a mutex is locked after the object that it lives in was deleted
#include <memory>
#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 0;
};

int main() {
  auto account = std::make_unique<Account>();
  Account* raw = account.get();
  std::thread other([raw] {
    std::lock_guard guard(raw->lock);
    raw->balance++;
  });
  account.reset();
  other.join();
}
