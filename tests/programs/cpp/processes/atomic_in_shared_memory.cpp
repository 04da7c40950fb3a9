//@ verdict: error
//@ kind: assertion
//@ about: an atomic counter in shared memory is read and written in two steps
#include <atomic>
#include <cassert>
#include <new>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main() {
    void *memory = mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    auto *counter = new (memory) std::atomic<int>(0);
    pid_t child = fork();
    counter->store(counter->load() + 1);
    if (child == 0)
        _exit(0);
    wait(nullptr);
    assert(counter->load() == 2);
}
