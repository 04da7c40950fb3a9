// The same sequences as glibc gives to a single thread.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  for (int i = 0; i < 5; i++) printf("%d ", rand());
  srand(42);
  for (int i = 0; i < 40; i++) printf("%d ", rand() % 100);
  srandom(0);
  printf("%ld\n", random());
  unsigned seed = 7;
  for (int i = 0; i < 5; i++) printf("%d ", rand_r(&seed));
  printf("%u\n", seed);
  printf("%.17g %ld %ld\n", drand48(), lrand48(), mrand48());
  srand48(-5);
  for (int i = 0; i < 5; i++) printf("%.17g %ld %ld ", drand48(), lrand48(), mrand48());
  unsigned short own[3] = {1, 2, 3};
  printf("%.17g %ld %ld %d\n", erand48(own), nrand48(own), jrand48(own), own[0]);
  return 0;
}
