//@ verdict: error
//@ kind: use-after-free
//@ args: --races off
//@ about: a detached thread uses a static object after main has ended and destroyed it
#include <mutex>
#include <thread>
#include <vector>

struct Log {
  std::mutex lock;
  std::vector<int> entries{1, 2, 3};
  void change() {
    std::lock_guard guard(lock);
    if (!entries.empty()) entries[0] = 4;
  }
};

Log log_of_all;

int main() {
  std::thread([] { log_of_all.change(); }).detach();
}
