//@ verdict: error
//@ kind: data-race
//@ about: a deferred function takes an argument by value that was given as std::ref: it is read when it is run
#include <functional>
#include <future>
#include <thread>

static int number;
static int same(int value) { return value; }

int main() {
    std::shared_future<int> answer = std::async(std::launch::deferred, same, std::ref(number));
    std::thread reader([answer] { answer.get(); });
    number = 1;
    reader.join();
    return answer.get() > 1;
}
