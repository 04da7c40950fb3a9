// Stands for AryList, in C++: an array list that takes over all values of another one, of
// which it asks the size first and the values later; the synchronised list locks each
// operation by itself. Another thread may clear it in between.
#include <algorithm>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#ifndef COPIERS
#define COPIERS 10
#endif

class Collection {
public:
  virtual ~Collection() = default;
  virtual std::size_t size() = 0;
  virtual std::size_t copy_to(int *target, std::size_t room) = 0;
  virtual void clear() { throw std::logic_error("the collection cannot be cleared"); }
};

class Sink {
public:
  virtual ~Sink() = default;
  virtual bool add_all(Collection &source) = 0;
  virtual std::size_t size() = 0;
  virtual std::string shown() {
    std::ostringstream text;
    text << "of " << size();
    return text.str();
  }
};

void changed_while_copied(std::size_t copied, std::size_t expected) {
  std::ostringstream text;
  text << copied << " of " << expected << " values: the list has changed while it was copied";
  throw std::runtime_error(text.str());
}

class ArrayList : public Sink {
public:
  bool add_all(Collection &source) override {
    std::size_t expected = source.size();
    std::size_t start = values.size();
    values.resize(start + expected);
    std::size_t copied = source.copy_to(values.data() + start, expected);
    if (copied != expected)
      changed_while_copied(copied, expected);
    return copied > 0;
  }
  std::size_t size() override { return values.size(); }

private:
  std::vector<int> values;
};

// Takes nothing in.
class Counter : public Sink {
public:
  bool add_all(Collection &source) override {
    seen += source.size();
    return seen > 0;
  }
  std::size_t size() override { return seen; }

private:
  std::size_t seen = 0;
};

class Synchronised : public Collection {
public:
  explicit Synchronised(std::vector<int> values) : inner(std::move(values)) {}
  std::size_t size() override {
    std::lock_guard<std::mutex> hold(lock);
    return inner.size();
  }
  std::size_t copy_to(int *target, std::size_t room) override {
    std::lock_guard<std::mutex> hold(lock);
    std::size_t count = std::min(inner.size(), room);
    std::copy_n(inner.begin(), count, target);
    return count;
  }
  void clear() override {
    std::lock_guard<std::mutex> hold(lock);
    inner.clear();
  }

private:
  std::mutex lock;
  std::vector<int> inner;
};

class Fixed : public Collection {
public:
  std::size_t size() override { return 2; }
  std::size_t copy_to(int *target, std::size_t room) override {
    target[0] = 1;
    target[1] = 2;
    return 2;
  }
};

int main() {
  Synchronised shared(std::vector<int>{1, 2, 3});
  std::thread clearing([&] {
    shared.clear();
    shared.size();
  });
  std::vector<std::thread> copiers;
  for (int number = 0; number < COPIERS; number++)
    copiers.emplace_back([&shared, number] {
      std::unique_ptr<Sink> sink;
      if (number % 2 == 0)
        sink = std::make_unique<ArrayList>();
      else
        sink = std::make_unique<Counter>();
      sink->add_all(shared);
      Fixed fixed;
      sink->add_all(fixed);
    });
  clearing.join();
  for (std::thread &copier : copiers)
    copier.join();
  Counter last;
  last.add_all(shared);
  std::cout << last.shown() << std::endl;
}
