//@ verdict: ok
//@ about: a write to an eventfd is of 8 bytes, not more and not less; a read may have room for more
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int main(void) {
    uint64_t words[2] = {3, 5};
    int counter = eventfd(0, EFD_NONBLOCK);
    assert(write(counter, words, sizeof words) == -1 && errno == EINVAL);
    assert(write(counter, words, 4) == -1 && errno == EINVAL);
    assert(read(counter, words, 8) == -1 && errno == EAGAIN);
    assert(write(counter, words, 8) == 8);
    words[1] = 7;
    assert(read(counter, words, sizeof words) == 8 && words[0] == 3 && words[1] == 7);
    return 0;
}
