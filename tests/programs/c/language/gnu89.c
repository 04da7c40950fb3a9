//@ verdict: ok
//@ cflags: -std=gnu89 -Wno-implicit-function-declaration -Wno-implicit-int
//@ about: old C: implicit int, implicit declarations, K&R definitions
static counter;

add(a, b)
    int a, b;
{
    return a + b;
}

main()
{
    counter = add(2, 3);
    if (counter != 5)
        abort();
    return twice(counter) == 10 ? 0 : 1;
}

twice(x)
{
    return 2 * x;
}
