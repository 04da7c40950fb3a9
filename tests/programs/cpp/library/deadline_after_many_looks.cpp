//@ verdict: ok
//@ about: a loop that polls the clock until a deadline ends, also after many looks
#include <cassert>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

int main() {
    auto start = Clock::now();
    for (int i = 0; i < 500; i++)
        assert(Clock::now() >= start);
    std::thread worker([] {
        auto deadline = Clock::now() + 1s;
        while (Clock::now() < deadline) {
        }
        auto begin = Clock::now();
        std::this_thread::sleep_for(300ms);
        assert(Clock::now() - begin >= 300ms);
    });
    worker.join();
}
