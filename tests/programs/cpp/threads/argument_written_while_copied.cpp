//@ verdict: error
//@ kind: data-race
//@ about: a variable is copied for a new thread while another one writes it
#include <thread>

static int number;
static void take(int) {}

int main() {
    std::thread writer([] { number = 1; });
    std::thread taker(take, number);
    taker.join();
    writer.join();
}
