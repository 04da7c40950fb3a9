// The program that is checked.
#include <cassert>
#include <thread>

#include "exchange.h"

int main() {
  Book book;
  std::thread client([&] { book.add({"first", 2}); });
  book.add({"second", 3});
  client.join();
  assert(book.total() == 5);
  // Written by both threads.
  assert(reported == 2);
}
