// Leader election in a ring, with an error by which it elects two: StEAM's `leader`.
//
//   trailhound check examples/steam/leader.cpp                         three processes
//   trailhound check examples/steam/leader.cpp -DN=40                  forty
//   trailhound check examples/steam/leader.cpp -DFIXED                 no error
//   g++ -std=c++20 -pthread -Iannotations/c examples/steam/leader.cpp      an ordinary program
//
// The algorithm is that of Chang and Roberts; leader.c tells how it goes and where it is wrong.

#include <trailhound.h>

#include <array>
#include <atomic>
#include <cassert>
#include <thread>

#ifndef N
#define N 3
#endif

// What is on its way to a process: the number of another, or 0 for nothing.
class Mailbox {
 public:
  void put(int number) {
    int empty = 0;
    while (!message.compare_exchange_strong(empty, number)) empty = 0;  // full: try again
  }
  // What is there now, be it nothing.
  int look() { return message.exchange(0); }
  int receive() {
    int number = 0;
    while (number == 0) number = look();
    return number;
  }

 private:
  std::atomic<int> message{0};
};

static std::array<Mailbox, N> mailboxes;
static std::atomic<int> leaders{0};

static void take_part(int process) {
  const int own = process + 1;
  Mailbox& inbox = mailboxes[process];
  Mailbox& next = mailboxes[(process + 1) % N];

  const int early = inbox.look();
#ifdef FIXED
  if (early > own)
#else
  if (early > 0)  // the error: this lets smaller numbers pass as well
#endif
    next.put(early);
  next.put(own);

  for (;;) {
    const int number = inbox.receive();
    if (number == own) {
      const int others = leaders.fetch_add(1);
      assert(others == 0);
    } else if (number > own) {
      next.put(number);
    }
  }
}

int main() {
  // The ring comes into being in one step, as in the paper.
  th_atomic_begin();
  for (int process = 0; process < N; process++) std::thread(take_part, process).detach();
  th_atomic_end();

  // The processes would serve for ever; the program ends once somebody is elected.
  while (leaders.load() == 0) {
  }
}
