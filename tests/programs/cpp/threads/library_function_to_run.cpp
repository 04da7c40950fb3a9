//@ verdict: error
//@ kind: data-race
//@ about: what a function of the library does that a thread is given to run is the user's, not how the thread begins
#include <memory>
#include <thread>

static std::unique_ptr<int> first(new int(1)), second;

int main() {
    std::thread swapper(&std::unique_ptr<int>::swap, &first, std::ref(second));
    bool is_there = first.get() != nullptr;
    swapper.join();
    return is_there ? 0 : 1;
}
