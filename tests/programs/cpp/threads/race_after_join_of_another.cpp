//@ verdict: error
//@ kind: data-race
//@ about: a plain access right behind a join that has blocked
#include <atomic>
#include <thread>

static int g;
static std::atomic<int> h;

int main() {
    std::thread writer([] { g = 1; });
    std::thread other([] { h = 1; });
    other.join();
    g = 2;
    writer.join();
}
