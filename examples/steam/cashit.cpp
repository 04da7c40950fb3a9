// Cash machines that work on one database of accounts, and with a wrong lock: StEAM's `cashit`.
//
//   trailhound check examples/steam/cashit.cpp                         one machine and the clerk
//   trailhound check examples/steam/cashit.cpp -DN=2                   two machines and the clerk
//   trailhound check examples/steam/cashit.cpp -DFIXED                 no error
//   g++ -std=c++20 -pthread -Iannotations/c examples/steam/cashit.cpp      an ordinary program
//
// Each machine serves a customer, who withdraws money, asks for the balance and transfers the
// rest to a neighbour, while the clerk books interest. Whoever works on an account opens it and
// closes it again: nobody may find it open.
//
// The seeded error: a transfer pays in under the lock of the account that it pays from.

#include <trailhound.h>

#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 1
#endif

class Account {
 public:
  std::mutex lock;

  void book(int amount) {
    Opened opened(*this);
    balance += amount;
  }
  int request() {
    Opened opened(*this);
    return balance;
  }

 private:
  // An account that somebody works on.
  struct Opened {
    Account& account;
    explicit Opened(Account& account) : account(account) {
      assert(!account.open);
      account.open = true;
    }
    ~Opened() { account.open = false; }
  };

  bool open = false;
  int balance = 100;
};

// One for each customer, and one more that the last of them transfers to.
static Account accounts[N + 1];

static void transfer(Account& from, Account& to, int amount) {
  {
    std::lock_guard guard(from.lock);
    from.book(-amount);
  }
#ifdef FIXED
  std::lock_guard guard(to.lock);
#else
  std::lock_guard guard(from.lock);  // the error: `to` is what must be locked now
#endif
  to.book(amount);
}

static void cash_machine(int number) {
  Account& own = accounts[number];
  {
    std::lock_guard guard(own.lock);
    own.book(-20);
  }
  int rest;
  {
    std::lock_guard guard(own.lock);
    rest = own.request();
  }
  transfer(own, accounts[number + 1], rest);
}

static void clerk() {
  for (Account& account : accounts) {
    std::lock_guard guard(account.lock);
    account.book(1);
  }
}

int main() {
  std::vector<std::thread> threads;
  threads.reserve(N + 1);

  // The bank opens in one step, as in the paper.
  th_atomic_begin();
  for (int number = 0; number < N; number++) threads.emplace_back(cash_machine, number);
  threads.emplace_back(clerk);
  th_atomic_end();

  for (auto& thread : threads) thread.join();
}
