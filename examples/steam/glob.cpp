// The first example of the StEAM paper (its Table 1): threads that multiply a global.
//
//   trailhound check examples/steam/glob.cpp                         two threads
//   trailhound check examples/steam/glob.cpp -DN=4                   four
//   trailhound check examples/steam/glob.cpp -DFIXED                 no error
//   g++ -std=c++20 -pthread -Iannotations/c examples/steam/glob.cpp      an ordinary program
//
// Main is thread 1. Threads 2 and 3 each execute `glob = (glob + 1) * id`. If thread 3 comes
// first, glob is 3 and then 8, which main does not expect; the other way round it is 2 and 9.

#include <trailhound.h>

#include <cassert>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif

static int glob = 0;

int main() {
  std::vector<std::thread> threads;
  threads.reserve(N);

  th_atomic_begin();
  for (int id = 2; id < N + 2; id++) {
    threads.emplace_back([id] { glob = (glob + 1) * id; });
#ifdef FIXED
    threads.back().join();  // one after the other
#endif
  }
  th_atomic_end();

  assert(glob != 8);  // main does not wait for its threads, as in the paper
#ifndef FIXED
  for (auto& thread : threads) thread.join();
#endif
}
