//@ verdict: ok
//@ about: Ackermann, hanoi, permutations, queens, mutual recursion
#include <stdio.h>
#include <string.h>

static int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int moves;
static void hanoi(int n, char from, char to, char over) {
    if (n == 0)
        return;
    hanoi(n - 1, from, over, to);
    moves++;
    if (moves <= 5)
        printf("%c%c ", from, to);
    hanoi(n - 1, over, to, from);
}

static void permute(char *text, int at) {
    if (!text[at]) {
        printf("%s ", text);
        return;
    }
    for (int i = at; text[i]; i++) {
        char c = text[at];
        text[at] = text[i], text[i] = c;
        permute(text, at + 1);
        c = text[at], text[at] = text[i], text[i] = c;
    }
}

static int queens(int n, int row, unsigned columns, unsigned left, unsigned right) {
    if (row == n)
        return 1;
    int count = 0;
    for (int c = 0; c < n; c++) {
        unsigned bit = 1u << c;
        if (!((columns | left | right) & bit))
            count += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
    char text[] = "abcd";
    printf("%d %d\n", ackermann(2, 3), ackermann(3, 3));
    hanoi(8, 'a', 'b', 'c');
    printf("%d\n", moves);
    permute(text, 0);
    printf("\n%d %d %d\n", queens(4, 0, 0, 0, 0), queens(6, 0, 0, 0, 0), queens(7, 0, 0, 0, 0));
    printf("%d %d\n", even(100), odd(77));
    return 0;
}
