//@ verdict: error
//@ kind: lock-misuse
//@ exit: never
//@ about: notify_all_at_thread_exit keeps the mutex until the thread's variables are gone, of which one wants it
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable condition;
static bool is_ready;

struct Log {
    ~Log() { std::lock_guard<std::mutex> guard(mutex); } //~ lock-misuse
};

static thread_local Log local_log;

int main() {
    std::thread thread([] {
        (void)&local_log;
        std::unique_lock<std::mutex> lock(mutex);
        is_ready = true;
        std::notify_all_at_thread_exit(condition, std::move(lock));
    });
    {
        std::unique_lock<std::mutex> lock(mutex);
        condition.wait(lock, [] { return is_ready; });
    }
    thread.join();
}
