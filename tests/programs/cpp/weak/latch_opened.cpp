//@ verdict: ok
//@ about: who finds a latch open, a stop requested or a future ready sees what was written before
#include <cassert>
#include <chrono>
#include <future>
#include <latch>
#include <stop_token>
#include <thread>

static std::latch latch(1);
static std::stop_source source;
static int before_latch, before_stop, before_future;

int main() {
  std::promise<void> promise;
  auto future = promise.get_future();
  std::thread thread([&] {
    before_latch = 1;
    latch.count_down();
    before_stop = 2;
    source.request_stop();
    before_future = 3;
    promise.set_value();
  });
  if (future.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    assert(before_future == 3);
  else if (source.get_token().stop_requested())
    assert(before_stop == 2);
  else if (latch.try_wait())
    assert(before_latch == 1);
  thread.join();
}
