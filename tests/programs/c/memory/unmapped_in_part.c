//@ verdict: unsupported
//@ about: of two pages that were mapped only the second one is given back: refused by name
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

int main(void) {
    char *pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pages[0] = 1;
    munmap(pages + 4096, 4096);
    assert(pages[0] == 1);
    return 0;
}
