//@ verdict: ok
//@ about: the same with a mutex that may be taken twice
#include <mutex>
#include <thread>
#include <vector>

class Basket {
    mutable std::recursive_mutex mutex;
    std::vector<int> items;

public:
    std::size_t size() const {
        std::lock_guard guard(mutex);
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
    basket.add(2);
    shopper.join();
}
