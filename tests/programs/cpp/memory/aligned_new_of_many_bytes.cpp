//@ verdict: ok
//@ about: new gives types of large alignment an address that is a multiple of it
#include <cassert>
#include <cstdint>
#include <new>
struct alignas(65536) Big { char c[65536]; };
int main(){ Big* a = new Big; Big* b = new Big[2]; assert((uintptr_t)a % 65536 == 0 && (uintptr_t)b % 65536 == 0); delete a; delete[] b; }
