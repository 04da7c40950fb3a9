//@ verdict: ok
//@ about: structures of many sizes passed and returned by value
#include <assert.h>

struct tiny { char c; };
struct pair { int a, b; };
struct mixed { double d; int i; float f; };
struct large { int cells[10]; };

static struct tiny next(struct tiny t) { t.c++; return t; }
static struct pair swap(struct pair p) { struct pair r = {p.b, p.a}; return r; }
static struct mixed scale(struct mixed m, double by) {
    m.d *= by;
    m.i = (int)(m.i * by);
    m.f *= (float)by;
    return m;
}
static struct large fill(struct large l, int from) {
    for (int i = 0; i < 10; i++)
        l.cells[i] += from + i;
    return l;
}

int main(void) {
    struct tiny t = {'a'};
    struct pair p = {1, 2};
    struct mixed m = {1.5, 3, 0.25f};
    struct large l = {{1, 2, 3}};
    assert(next(next(t)).c == 'c' && t.c == 'a');
    p = swap(p);
    assert(p.a == 2 && p.b == 1);
    m = scale(m, 2.0);
    assert(m.d == 3.0 && m.i == 6 && m.f == 0.5f);
    struct large filled = fill(l, 10);
    assert(filled.cells[0] == 11 && filled.cells[9] == 19 && l.cells[9] == 0);
    return 0;
}
