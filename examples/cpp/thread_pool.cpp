// A thread pool whose destructor wants to let its workers finish.
//
//   trailhound check examples/cpp/thread_pool.cpp                a broken promise
//   trailhound check examples/cpp/thread_pool.cpp -DFIXED        no error
//   g++ -std=c++20 -pthread examples/cpp/thread_pool.cpp         an ordinary program
//
// A worker that is told to stop must still do what is in the queue: whoever waits for the
// future of a task that was thrown away gets an exception.

#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class ThreadPool {
 public:
  explicit ThreadPool(int count) {
    for (int i = 0; i < count; i++) workers.emplace_back([this] { work(); });
  }

  ~ThreadPool() {
    {
      std::lock_guard guard(lock);
      stopping = true;
    }
    changed.notify_all();
    for (auto& worker : workers) worker.join();
  }

  template <class Function>
  auto submit(Function function) {
    auto task = std::make_shared<std::packaged_task<decltype(function())()>>(std::move(function));
    {
      std::lock_guard guard(lock);
      tasks.push([task] { (*task)(); });
    }
    changed.notify_one();
    return task->get_future();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock guard(lock);
        changed.wait(guard, [&] { return stopping || !tasks.empty(); });
#ifdef FIXED
        if (tasks.empty()) return;
#else
        if (stopping) return;
#endif
        task = std::move(tasks.front());
        tasks.pop();
      }
      task();
    }
  }

  std::mutex lock;
  std::condition_variable changed;
  std::queue<std::function<void()>> tasks;
  bool stopping = false;
  std::vector<std::thread> workers;
};

int main() {
  std::future<int> answer;
  {
    ThreadPool pool(1);
    answer = pool.submit([] { return 42; });
  }
  assert(answer.get() == 42);
}
