//@ verdict: error
//@ kind: data-race
//@ about: a thread moves a std::thread out of a variable that another one looks at
#include <thread>
#include <utility>

static std::thread worker;

int main() {
    worker = std::thread([] {});
    std::thread joiner([] {
        std::thread moved(std::move(worker));
        moved.join();
    });
    bool is_there = worker.joinable();
    joiner.join();
    return is_there && worker.joinable();
}
