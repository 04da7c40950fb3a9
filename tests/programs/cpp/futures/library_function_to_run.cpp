//@ verdict: error
//@ kind: data-race
//@ about: what a function of the library does that std::async is given to run is the user's
#include <future>
#include <utility>

static int first = 1, second = 2;

int main() {
    auto swap = static_cast<void (*)(int &, int &)>(std::swap<int>);
    auto done = std::async(std::launch::async, swap, std::ref(first), std::ref(second));
    int sum = first + second;
    done.get();
    return sum == 0;
}
