// Every kind of initialiser and linkage that C can ask for.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct node {
    struct node *next;
    int value;
    int (*visit)(struct node *);
};

union word {
    double number;
    uint8_t bytes[12];
};

struct bits {
    unsigned low : 3, middle : 5;
    long whole;
};

struct __attribute__((packed)) packed {
    char tag;
    int64_t value;
    short tail;
};

static int double_value(struct node *node) { return node->value * 2; }

static struct node last = {NULL, 1, double_value};
static struct node first = {&last, 20, double_value};
union word word = {1.5};
struct bits bits = {1, 2, 3};
struct packed packed[2] = {{'a', -1, 2}, {'b', INT64_MIN, -3}};
const char *strings[] = {"plain\n", "quote \" back \\ high \xff, comma", NULL};
static char table[4][5] = {"abcd", "ef"};
char *inside = &table[1][1];
long distance = (char *)&first.visit - (char *)&first;
int tentative;
_Thread_local int per_thread = 7;
_Thread_local static int per_thread_zero;
extern int absent __attribute__((weak));
int weak_value __attribute__((weak)) = 5;
__attribute__((section(".data.own"), aligned(64))) int placed = 6;
static volatile int watched = 9;
float single = 1.1f, infinite = __builtin_inff(), not_a_number = __builtin_nanf("");
double tiny = 5e-324, negative_zero = -0.0;
long double extended = 1.25L;
__int128 wide = ((__int128)1 << 100) - 3;
_Bool flags[3] = {1, 0, 1};
float __attribute__((vector_size(16))) lanes = {1, 2, 3, 4};

int original(int value) { return value + 1; }
int other_name(int value) __attribute__((alias("original")));

int main(void) {
    int sum = 0;
    for (struct node *node = &first; node; node = node->next)
        sum += node->visit(node);
    per_thread++;
    per_thread_zero += 3;
    unsigned high = strings[1][20] & 0xff;
    printf("%d %g %u %u %ld\n", sum, word.number, bits.low, bits.middle, bits.whole);
    printf("%c %ld %d %ld\n", packed[1].tag, (long)packed[0].value, packed[1].tail, (long)packed[1].value);
    printf("%s%u %s %c %ld %d\n", strings[0], high, table[1], *inside, distance, tentative);
    printf("%d %d %d %d %d %d\n", per_thread, per_thread_zero, &absent != NULL, weak_value, placed, watched);
    printf("%a %f %d %a %a %La\n", single, infinite, not_a_number != not_a_number, tiny, negative_zero, extended);
    printf("%lx %lx %d%d%d %g\n", (long)(wide >> 64), (long)wide, flags[0], flags[1], flags[2], lanes[2]);
    return other_name(original(40));
}
