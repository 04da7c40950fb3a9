//@ verdict: ok
//@ about: a guard of readers that is left in two ways is no lock that a writer holds already
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <thread>

class Phonebook {
    mutable std::shared_mutex mutex;
    std::map<int, int> numbers;

public:
    std::optional<int> find(int name) const {
        std::shared_lock lock(mutex);
        auto found = numbers.find(name);
        if (found == numbers.end())
            return std::nullopt;
        return found->second;
    }

    void add(int name, int number) {
        std::unique_lock lock(mutex);
        numbers[name] = number;
    }
};

int main() {
    Phonebook book;
    std::thread writer([&] { book.add(1, 2); });
    std::thread reader([&] { book.find(1); });
    writer.join();
    reader.join();
    return book.find(1) ? 0 : 1;
}
