//@ verdict: error
//@ kind: lock-misuse
//@ about: a method that locks calls another one of its class that does
#include <mutex>
#include <thread>
#include <vector>

class Basket {
    mutable std::mutex mutex;
    std::vector<int> items;

public:
    std::size_t size() const {
        std::lock_guard guard(mutex); //~ lock-misuse
        return items.size();
    }

    void add(int item) {
        std::lock_guard guard(mutex);
        if (size() < 3)
            items.push_back(item);
    }
};

int main() {
    Basket basket;
    std::thread shopper([&] { basket.add(1); });
    shopper.join();
}
