//@ verdict: error
//@ kind: data-race
//@ about: a promise copies a value that another thread writes
#include <future>
#include <thread>

struct Pair {
    int first, second;
};

static Pair pair;

int main() {
    std::thread writer([] { pair.second = 1; });
    std::promise<Pair> promise;
    promise.set_value(pair);
    writer.join();
}
