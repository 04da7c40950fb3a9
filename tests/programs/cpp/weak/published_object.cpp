//@ verdict: ok
//@ args: --memory c11
//@ about: an object whose pointer is released
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Config {
  int port = 80;
};

std::atomic<Config *> config;

static void publish() { config.store(new Config{8080}, std::memory_order_release); }

int main() {
  std::thread other(publish);
  if (Config *known = config.load(std::memory_order_acquire))
    assert(known->port == 8080);
  other.join();
  delete config.load(std::memory_order_relaxed);
}
