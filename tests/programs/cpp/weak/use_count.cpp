//@ verdict: error
//@ kind: data-race
//@ line: 16
//@ about: that use_count says 1 does not order what other owners did before
#include <memory>
#include <thread>

int main() {
    auto mine = std::make_shared<int>(0);
    std::thread reader([theirs = mine]() mutable {
        int seen = *theirs;
        (void)seen;
        theirs.reset();
    });
    if (mine.use_count() == 1) {
        *mine = 5;
    }
    reader.join();
}
