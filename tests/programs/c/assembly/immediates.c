//@ verdict: ok
//@ width: 64
//@ about: constants are extended with their sign, and select a bit of the operand itself
#include <assert.h>

static long add(long value) {
  __asm__("addq %1, %0" : "+r"(value) : "i"(-2));
  return value;
}

static unsigned long mask(unsigned long value) {
  __asm__("andq %1, %0" : "+r"(value) : "er"(-16));
  return value;
}

static unsigned long complement(unsigned long value) {
  __asm__("lock xorq %1, %0" : "+m"(value) : "n"((signed char)-1));
  return value;
}

static unsigned words[2];

int main(void) {
  assert(add(5) == 3);
  assert(add(1) == -1);
  assert(mask(0x123456789abcdef7) == 0x123456789abcdef0);
  assert(complement(0) == ~0UL);
  __asm__ volatile("btsl %1, %0" : "+m"(words[0]) : "i"(33) : "memory");
  assert(words[0] == 2 && words[1] == 0);
  __asm__ volatile("btsl %1, %0" : "+m"(words[0]) : "Ir"(33) : "memory");
  assert(words[0] == 2 && words[1] == 2);
  return 0;
}
