//@ verdict: error
//@ kind: data-race
//@ about: two threads construct one std::thread::id
#include <new>
#include <thread>

static std::thread::id owner;

int main() {
    std::thread thread([] { new (&owner) std::thread::id(); });
    new (&owner) std::thread::id();
    thread.join();
}
