//@ verdict: error
//@ kind: deadlock
//@ line: 21
//@ about: two readers that both want to become the writer
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex read_lock;
std::mutex write_lock;

static void update() {
  std::shared_lock reading(read_lock);
  std::lock_guard writing(write_lock);
}

int main() {
  std::thread other(update);
  {
    std::lock_guard writing(write_lock);
    std::unique_lock alone(read_lock);
  }
  other.join();
}
