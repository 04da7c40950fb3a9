//@ verdict: error
//@ kind: uncaught-exception
//@ line: 13
//@ about: a promise is dropped before it is kept
#include <future>

int main() {
  std::future<int> future;
  {
    std::promise<int> promise;
    future = promise.get_future();
  }
  return future.get();
}
