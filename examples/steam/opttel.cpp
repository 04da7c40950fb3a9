// The optical telegraph, with the deadlock that G. J. Holzmann describes in "Design and
// Validation of Computer Protocols": StEAM's `opttel`.
//
//   trailhound check examples/steam/opttel.cpp                         two stations
//   trailhound check examples/steam/opttel.cpp -DN=20                  twenty
//   trailhound check examples/steam/opttel.cpp -DFIXED                 no error
//   g++ -std=c++20 -pthread -Iannotations/c examples/steam/opttel.cpp      an ordinary program
//
// N stations stand in a ring. A station has one pair of arms, and one man to send with them,
// one to receive. If every station begins to send, all arms are occupied, and nobody answers.

#include <trailhound.h>

#include <semaphore.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif

enum class Signal { rest, start, attention, stop };

// Somebody who looks up when there is something new to see.
class Viewer {
 public:
  Viewer() { sem_init(&news, 0, 0); }
  void look_up() { sem_wait(&news); }
  void call() { sem_post(&news); }

 private:
  sem_t news;
};

// The line of sight from a station to the next, and what is shown on it.
struct Line {
  std::atomic<Signal> shown = Signal::rest;
  Viewer sender, receiver;

  void show(Signal signal, Viewer& viewer) {
    shown = signal;
    viewer.call();
  }
  void await(Signal signal, Viewer& viewer) {
    do
      viewer.look_up();
    while (shown != signal);
  }
};

static Line lines[N];
static std::mutex arms[N];

static void send_message(int station) {
  Line& ahead = lines[station];
#ifdef FIXED
  // Both ends are occupied beforehand, the lower number first: nobody can wait in a circle.
  const int next = (station + 1) % N;
  std::lock_guard lower(arms[std::min(station, next)]);
  std::lock_guard upper(arms[std::max(station, next)]);
#else
  std::lock_guard occupied(arms[station]);
#endif
  ahead.show(Signal::start, ahead.receiver);
  ahead.await(Signal::attention, ahead.sender);  // meanwhile nobody here can answer
  ahead.show(Signal::stop, ahead.receiver);
  ahead.await(Signal::rest, ahead.sender);
}

static void receive_message(int station) {
  Line& behind = lines[(station + N - 1) % N];
  behind.await(Signal::start, behind.receiver);
#ifndef FIXED
  std::lock_guard occupied(arms[station]);
#endif
  behind.show(Signal::attention, behind.sender);
  behind.await(Signal::stop, behind.receiver);
  behind.show(Signal::rest, behind.sender);
}

int main() {
  std::vector<std::thread> men;
  men.reserve(2 * N);

  // All stations are manned in one step, as in the paper.
  th_atomic_begin();
  for (int station = 0; station < N; station++) {
    men.emplace_back([station] { for (;;) send_message(station); });
    men.emplace_back([station] { for (;;) receive_message((station + 1) % N); });
  }
  th_atomic_end();

  for (auto& man : men) man.join();  // they never leave
}
