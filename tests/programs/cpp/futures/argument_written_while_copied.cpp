//@ verdict: error
//@ kind: data-race
//@ about: std::async copies an argument that another thread writes
#include <future>
#include <thread>

static int number;
static int same(int value) { return value; }

int main() {
    std::thread writer([] { number = 1; });
    auto answer = std::async(std::launch::async, same, number);
    answer.get();
    writer.join();
}
