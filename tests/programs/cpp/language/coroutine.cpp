//@ verdict: ok
//@ about: a generator as a coroutine
#include <cassert>
#include <coroutine>
#include <exception>

struct Generator {
  struct promise_type {
    int value = 0;
    Generator get_return_object() {
      return Generator{std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int next) {
      value = next;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  ~Generator() { handle.destroy(); }
};

static Generator count(int to) {
  for (int i = 1; i <= to; i++) co_yield i;
}

int main() {
  Generator numbers = count(4);
  int sum = 0;
  for (numbers.handle.resume(); !numbers.handle.done(); numbers.handle.resume()) {
    sum += numbers.handle.promise().value;
  }
  assert(sum == 10);
}
