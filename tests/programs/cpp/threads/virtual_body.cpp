//@ verdict: error
//@ kind: assertion
//@ line: 10
//@ about: which virtual function a thread runs is read when it runs, while the object is taken apart
#include <cassert>
#include <thread>

struct Service {
    virtual ~Service() { worker.join(); }
    virtual void run() { assert(!"of the base"); } //~ assertion
    void start() { worker = std::thread(&Service::run, this); }
    std::thread worker;
};

struct Printer : Service {
    void run() override {}
};

int main() {
    Printer printer;
    printer.start();
}
