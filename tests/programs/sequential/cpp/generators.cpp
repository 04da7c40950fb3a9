// Numbers by chance that is not: engines and distributions over integers.
#include <cstdio>
#include <numeric>
#include <random>
#include <algorithm>
#include <vector>

int main() {
  std::mt19937 engine(5489);
  for (int n = 0; n < 5; n++) std::printf("%u ", unsigned(engine()));
  engine.discard(1000);
  std::printf("%u\n", unsigned(engine()));
  std::minstd_rand small(3);
  std::mt19937_64 large(9);
  std::printf("%u %llu\n", unsigned(small()), (unsigned long long)large());
  std::uniform_int_distribution<int> dice(1, 6);
  int counts[7] = {};
  for (int n = 0; n < 300; n++) counts[dice(engine)]++;
  for (int n = 1; n <= 6; n++) std::printf("%d ", counts[n]);
  std::vector<int> cards(10);
  std::iota(cards.begin(), cards.end(), 0);
  std::shuffle(cards.begin(), cards.end(), small);
  for (int card : cards) std::printf("%d ", card);
  std::printf("\n");
}
