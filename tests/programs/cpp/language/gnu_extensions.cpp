//@ verdict: ok
//@ about: extensions of GNU are there by default, as the compilers have it
#include <cassert>
#include <thread>
#include <type_traits>

static_assert(std::is_integral_v<__int128>);

#define GREATER(a, b) ({ typeof(a) first = (a); typeof(b) second = (b); first > second ? first : second; })

int main() {
    typeof(1L) greatest = 0;
    std::thread thread([&] { greatest = GREATER(2L, 3L); });
    thread.join();
    assert(greatest == 3);
}
