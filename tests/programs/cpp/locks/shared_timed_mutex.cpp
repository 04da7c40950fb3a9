//@ verdict: ok
//@ about: readers and a writer that wait for a limited time, and give up or not
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

std::shared_timed_mutex table;
int entries = 0;

int main() {
    std::thread writer([] {
        std::unique_lock lock(table, 1ms);
        if (lock)
            entries++;
    });
    std::thread reader([] {
        std::shared_lock lock(table, std::chrono::steady_clock::now() + 1ms);
        if (lock.owns_lock())
            assert(entries == 0 || entries == 1);
    });
    {
        std::shared_lock lock(table);
        assert(entries <= 1);
    }
    writer.join();
    reader.join();
}
