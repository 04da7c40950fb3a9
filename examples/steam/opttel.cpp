// The optical telegraph, with the deadlock that G. J. Holzmann describes in "Design and
// Validation of Computer Protocols": StEAM's `opttel`.
//
//   trailhound check examples/steam/opttel.cpp                         two stations
//   trailhound check examples/steam/opttel.cpp -DN=20                  twenty
//   trailhound check examples/steam/opttel.cpp -DFIXED                 no error
//   g++ -std=c++20 -pthread -Ihelpers/c examples/steam/opttel.cpp      an ordinary program
//
// N stations stand in a ring. A station has one pair of arms, and one man to send with them,
// one to receive. If every station begins to send, all arms are occupied, and nobody answers.

#include <trailhound.h>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif

enum class Signal { rest, start, attention, stop };

// The line of sight from a station to the next, and what is shown on it.
class Line {
 public:
  void show(Signal signal) {
    std::lock_guard guard(lock);
    shown = signal;
    changed.notify_one();
  }
  void await(Signal signal) {
    std::unique_lock guard(lock);
    changed.wait(guard, [&] { return shown == signal; });
  }

 private:
  std::mutex lock;
  std::condition_variable changed;
  Signal shown = Signal::rest;
};

static Line lines[N];
static std::mutex arms[N];

static void send_message(int station) {
  Line& ahead = lines[station];
  std::lock_guard occupied(arms[station]);
  ahead.show(Signal::start);
  ahead.await(Signal::attention);  // with the own arms occupied: who asks us must wait as well
  ahead.show(Signal::stop);
  ahead.await(Signal::rest);
}

static void receive_message(int station) {
  Line& behind = lines[(station + N - 1) % N];
  behind.await(Signal::start);
  std::lock_guard occupied(arms[station]);
  behind.show(Signal::attention);
  behind.await(Signal::stop);
  behind.show(Signal::rest);
}

int main() {
#ifdef FIXED
  constexpr bool last_listens_first = true;  // there one man does both, and listens before he speaks
#else
  constexpr bool last_listens_first = false;
#endif
  std::vector<std::thread> men;
  men.reserve(2 * N);

  // All stations are manned in one step, as in the paper.
  th_atomic_begin();
  for (int station = 0; station < N; station++) {
    const bool one_man = last_listens_first && station == N - 1;
    men.emplace_back([station, one_man] {
      receive_message(station);
      if (one_man) send_message(station);
    });
    if (!one_man) men.emplace_back(send_message, station);
  }
  th_atomic_end();

  for (auto& man : men) man.join();
}
