// Dining philosophers who can starve: the deadlock of StEAM's `philo`, for any number of seats.
//
//   trailhound check examples/steam/philo.cpp                         three philosophers
//   trailhound check examples/steam/philo.cpp -DN=50                  fifty
//   trailhound check examples/steam/philo.cpp -DFIXED                 forks in one order: no error
//   g++ -std=c++20 -pthread -Iannotations/c examples/steam/philo.cpp      an ordinary program

#include <trailhound.h>

#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 3
#endif

static std::mutex forks[N];

static void eat(int first, int second) {
  std::lock_guard one(forks[first]);
  std::lock_guard other(forks[second]);  // here everybody waits, with one fork in hand
}

static void dine(int seat) {
  int first = seat, second = (seat + 1) % N;
#ifdef FIXED
  // Everybody takes the fork with the smaller number first, the last one the other way round.
  if (second < first) std::swap(first, second);
#endif
  for (;;) eat(first, second);
}

int main() {
  std::vector<std::thread> philosophers;

  // They sit down in one step, as in the paper: in which order is of no interest.
  th_atomic_begin();
  for (int seat = 0; seat < N; seat++) philosophers.emplace_back(dine, seat);
  th_atomic_end();

  for (auto& philosopher : philosophers) philosopher.join();  // they never rise
}
