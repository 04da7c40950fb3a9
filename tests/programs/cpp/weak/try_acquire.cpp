//@ verdict: error
//@ kind: data-race
//@ line: 18
//@ about: a semaphore that is tried in vain does not synchronise with the thread that took it
#include <semaphore>
#include <thread>

int main() {
    int shared = 0;
    std::binary_semaphore permit(1);
    std::thread taker([&] {
        shared = 1;
        permit.acquire();
    });
    if (permit.try_acquire()) {
        permit.release();
    } else {
        shared = 2;
    }
    taker.join();
}
