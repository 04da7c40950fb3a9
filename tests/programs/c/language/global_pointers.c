//@ verdict: ok
//@ about: globals initialised with addresses of globals, of elements, fields and functions
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct entry {
    const char *name;
    int (*function)(int);
    const struct entry *next;
};

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }

static int numbers[4] = {1, 2, 3, 4};
static int *middle = &numbers[2];
static int **indirect = &middle;
static struct { char pad; int field; } record = {'p', 9};
static int *field = &record.field;
static const struct entry second = {"square", square, NULL};
static const struct entry first = {"twice", twice, &second};
static const char *words[] = {"alpha", "beta", NULL};
static char *tail = (char *)"headtail" + 4;

int main(void) {
    assert(**indirect == 3 && middle[-1] == 2 && *field == 9);
    int sum = 0;
    for (const struct entry *e = &first; e; e = e->next)
        sum += e->function(5) + (int)strlen(e->name);
    assert(sum == 10 + 5 + 25 + 6);
    int count = 0;
    while (words[count])
        count++;
    assert(count == 2 && strcmp(tail, "tail") == 0);
    return 0;
}
