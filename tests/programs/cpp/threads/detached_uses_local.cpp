//@ verdict: error
//@ kind: use-after-free
//@ line: 10
//@ about: a detached thread outlives the variable that it refers to
#include <thread>

static void start() {
  int local = 0;
  std::thread([&local] {
    local++;
  }).detach();
}

int main() {
  start();
  std::this_thread::yield();
}
