//@ verdict: ok
//@ about: a semaphore that is released twice in one call is never seen with one permit
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> permits(0);

int main() {
    std::thread releasing([] { permits.release(2); });
    permits.acquire();
    assert(permits.try_acquire());
    assert(!permits.try_acquire());
    releasing.join();
}
