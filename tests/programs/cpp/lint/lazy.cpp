//@ verdict: error
//@ kind: assertion
//@ about: what is made when it is first needed is made twice: the lock is free after the check
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int *instance;
static int made;

static int *made_once() {
  bool missing;
  {
    std::lock_guard<std::mutex> hold(lock);
    missing = instance == nullptr;
  }
  if (missing) {
    std::lock_guard<std::mutex> hold(lock);
    instance = new int(++made);
  }
  std::lock_guard<std::mutex> hold(lock);
  return instance;
}

int main() {
  std::thread first(made_once), second(made_once);
  first.join();
  second.join();
  assert(made == 1); //~ assertion
}
