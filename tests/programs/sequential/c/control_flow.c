//@ verdict: ok
//@ about: dense and sparse switches, goto, nested loops, short circuits, comma and conditional
#include <stdio.h>

static int evaluated;
static int yes(int x) { evaluated += x; return 1; }
static int no(int x) { evaluated += 10 * x; return 0; }

static const char *sparse(long long x) {
    switch (x) {
    case -1000000000000LL: return "minus a trillion";
    case -1: return "minus one";
    case 0: return "zero";
    case 7: case 8: case 9: return "high";
    case 100 ... 199: return "hundreds";
    case 0x7fffffffffffffffLL: return "huge";
    default: return "other";
    }
}

static int duff(int count) {
    int n = (count + 3) / 4, total = 0;
    switch (count % 4) {
    case 0: do { total += 1;
    case 3:      total += 10;
    case 2:      total += 100;
    case 1:      total += 1000;
            } while (--n > 0);
    }
    return total;
}

int main(void) {
    long long probes[] = {-1000000000000LL, -1, 0, 6, 7, 9, 10, 99, 100, 199, 200, 0x7fffffffffffffffLL};
    for (unsigned i = 0; i < sizeof probes / sizeof *probes; i++)
        printf("%s\n", sparse(probes[i]));
    for (int i = 1; i < 9; i++)
        printf("%d ", duff(i));
    putchar('\n');
    int a = yes(1) || no(2), b = no(3) && yes(4), c = (yes(5) && no(6)) || yes(7);
    printf("%d %d %d %d\n", a, b, c, evaluated);
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++) {
            if (j > i)
                break;
            if ((i + j) % 3)
                continue;
            if (i * j == 20)
                goto out;
            printf("%d%d ", i, j);
        }
out:
    printf("out\n");
    int x = (a = 5, a + 1), y = x > 5 ? x < 7 ? 1 : 2 : 3;
    do {
        x--;
    } while (x > 0 && x != 3);
    printf("%d %d %d\n", a, x, y);
    unsigned steps = 0;
    for (unsigned long n = 27; n != 1; n = n % 2 ? 3 * n + 1 : n / 2)
        steps++;
    printf("%u\n", steps);
    return 0;
}
