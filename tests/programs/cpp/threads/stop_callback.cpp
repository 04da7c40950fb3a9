//@ verdict: ok
//@ about: a stop callback runs once, whoever asks first
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::atomic<int> calls{0};
  std::stop_callback callback(source.get_token(), [&] { calls++; });
  std::thread other([&] { source.request_stop(); });
  source.request_stop();
  other.join();
  assert(calls == 1);
}
