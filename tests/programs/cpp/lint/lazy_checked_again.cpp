//@ verdict: ok
//@ about: what is made when it is first needed is looked for again under the lock that makes it
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
    if (instance == nullptr)
      instance = new int(++made);
  }
  std::lock_guard<std::mutex> hold(lock);
  return instance;
}

int main() {
  std::thread first(made_once), second(made_once);
  first.join();
  second.join();
  assert(made == 1);
}
