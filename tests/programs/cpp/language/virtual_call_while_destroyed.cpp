//@ verdict: error
//@ kind: pure-virtual-call
//@ line: 11
//@ about: a thread calls a virtual function while the object is being destroyed
#include <thread>

struct Task {
  std::thread thread;
  void start() {
    thread = std::thread([this] {
      run();
    });
  }
  virtual ~Task() { thread.join(); }
  virtual void run() = 0;
};

struct Print : Task {
  void run() override {}
};

int main() {
  Print print;
  print.start();
}
