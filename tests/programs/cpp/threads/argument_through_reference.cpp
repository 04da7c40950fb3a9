//@ verdict: error
//@ kind: assertion
//@ line: 10
//@ about: an argument that is given as std::ref and taken by value is read when the thread runs
#include <cassert>
#include <functional>
#include <thread>

static int number;
static void look(int value) { assert(value == 0); } //~ assertion

int main() {
    std::thread thread(look, std::ref(number));
    number = 1;
    thread.join();
}
