// Log lines go to sinks behind an interface. One of them may be closed while a line is written.
//
//   trailhound check examples/cpp/sinks.cpp --target fn:lost          the schedule that loses a line
//   trailhound check examples/cpp/sinks.cpp --target fn:lost -DFIXED  there is none
//   g++ -std=c++20 -pthread examples/cpp/sinks.cpp                    an ordinary program
//
// `lost` is called by one of three sinks only, behind a virtual call: to get there, the search
// follows the call into the sinks that the program makes, and leaves the others alone.

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

static int lines_lost;

void lost() { lines_lost++; }

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void write(int line) = 0;
  virtual void close() {}
};

// Takes everything and keeps nothing.
class Null : public Sink {
 public:
  void write(int) override {}
};

class File : public Sink {
 public:
  void write(int line) override {
#ifdef FIXED
    std::lock_guard guard(lock);
    if (open) put(line);
#else
    if (!is_open()) return;
    std::lock_guard guard(lock);  // it may have been closed since
    put(line);
#endif
  }

  void close() override {
    std::lock_guard guard(lock);
    open = false;
  }

 private:
  [[maybe_unused]] bool is_open() {
    std::lock_guard guard(lock);
    return open;
  }

  // With the lock in hand.
  void put(int line) {
    if (open)
      lines.push_back(line);
    else
      lost();
  }

  std::mutex lock;
  bool open = true;
  std::vector<int> lines;
};

// Hands everything on.
class Tee : public Sink {
 public:
  explicit Tee(std::vector<std::shared_ptr<Sink>> sinks) : sinks(std::move(sinks)) {}

  void write(int line) override {
    for (auto& sink : sinks) sink->write(line);
  }

  void close() override {
    for (auto& sink : sinks) sink->close();
  }

 private:
  const std::vector<std::shared_ptr<Sink>> sinks;
};

int main() {
  std::vector<std::shared_ptr<Sink>> sinks = {std::make_shared<Null>(), std::make_shared<File>()};
  std::unique_ptr<Sink> log = std::make_unique<Tee>(sinks);
  std::thread writer([&] { log->write(1); });
  std::thread second([&] { log->write(2); });
  log->close();
  writer.join();
  second.join();
}
