// Stands for AbsList, in C++: an abstract list whose `equals` walks two lists by their
// iterators, and a synchronised list that locks each operation by itself. While one thread
// compares, another may shorten the list between `has_next` and `next`.
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#ifndef READERS
#define READERS 10
#endif

class ListIterator {
public:
  virtual ~ListIterator() = default;
  virtual bool has_next() = 0;
  virtual int next() = 0;
};

class List {
public:
  virtual ~List() = default;
  virtual std::size_t size() = 0;
  virtual int get(std::size_t index) = 0;
  virtual void add(int value) { throw std::logic_error("the list cannot grow"); }
  virtual bool remove_last() { throw std::logic_error("the list cannot shrink"); }
  virtual std::unique_ptr<ListIterator> iterator() = 0;

  virtual bool equals(List &other) {
    std::unique_ptr<ListIterator> mine = iterator(), theirs = other.iterator();
    while (mine->has_next() && theirs->has_next())
      if (mine->next() != theirs->next())
        return false;
    return !mine->has_next() && !theirs->has_next();
  }

  virtual std::string shown() {
    std::ostringstream text;
    for (std::size_t at = 0; at < size(); at++)
      text << get(at) << ' ';
    return text.str();
  }
};

// Walks any list by index.
class ByIndex : public ListIterator {
public:
  explicit ByIndex(List &list) : list(list) {}
  bool has_next() override { return at < list.size(); }
  int next() override { return list.get(at++); }

private:
  List &list;
  std::size_t at = 0;
};

// Walks along the values themselves.
class ByPointer : public ListIterator {
public:
  ByPointer(const int *at, const int *end) : at(at), end(end) {}
  bool has_next() override { return at != end; }
  int next() override { return *at++; }

private:
  const int *at, *end;
};

class ArrayList : public List {
public:
  explicit ArrayList(std::vector<int> values) : values(std::move(values)) {}
  std::size_t size() override { return values.size(); }
  int get(std::size_t index) override { return values.at(index); }
  void add(int value) override { values.push_back(value); }
  bool remove_last() override {
    if (values.empty())
      return false;
    values.pop_back();
    return true;
  }
  std::unique_ptr<ListIterator> iterator() override {
    return std::make_unique<ByPointer>(values.data(), values.data() + values.size());
  }

private:
  std::vector<int> values;
};

// One value, many times.
class Repeated : public List {
public:
  Repeated(int value, std::size_t times) : value(value), times(times) {}
  std::size_t size() override { return times; }
  int get(std::size_t index) override { return value; }
  std::unique_ptr<ListIterator> iterator() override { return std::make_unique<ByIndex>(*this); }

private:
  int value;
  std::size_t times;
};

void concurrent_modification() { throw std::out_of_range("the list has changed"); }

// A list for several threads: each operation is synchronised.
class Synchronised : public List {
public:
  explicit Synchronised(std::unique_ptr<List> inner) : inner(std::move(inner)) {}
  std::size_t size() override {
    std::lock_guard<std::mutex> hold(lock);
    return inner->size();
  }
  int get(std::size_t index) override {
    std::lock_guard<std::mutex> hold(lock);
    if (index >= inner->size())
      concurrent_modification();
    return inner->get(index);
  }
  void add(int value) override {
    std::lock_guard<std::mutex> hold(lock);
    inner->add(value);
  }
  bool remove_last() override {
    std::lock_guard<std::mutex> hold(lock);
    return inner->remove_last();
  }
  std::unique_ptr<ListIterator> iterator() override { return std::make_unique<ByIndex>(*this); }

private:
  std::mutex lock;
  std::unique_ptr<List> inner;
};

int main() {
  Synchronised shared(std::make_unique<ArrayList>(std::vector<int>{7}));
  std::thread shrinking([&] {
    shared.remove_last();
    shared.size();
  });
  std::vector<std::thread> readers;
  for (int number = 0; number < READERS; number++)
    readers.emplace_back([&shared, number] {
      std::unique_ptr<List> mine;
      if (number % 2 == 0)
        mine = std::make_unique<Repeated>(7, 1);
      else
        mine = std::make_unique<ArrayList>(std::vector<int>{7});
      mine->equals(shared);
    });
  shrinking.join();
  for (std::thread &reader : readers)
    reader.join();
  shared.add(1);
  std::cout << shared.shown() << std::endl;
}
