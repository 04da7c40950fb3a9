//@ verdict: error
//@ kind: assertion
//@ args: --opt-level 2
//@ about: what a thread's callable does stays a scheduling point where the library has it inlined
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> done;

int main() {
    std::thread writer([] { done = 1; });
    int seen = done;
    writer.join();
    assert(seen == 1);
}
