/* Counters, the same system as counters.c with the same steps.
 *
 *   spin -a -DT=3 -DK=4 counters.pml && cc -O2 -DSAFETY -o pan pan.c && ./pan -m1000000
 *
 * -DT=3 and -DK=4 mean what they mean in counters.c. The increment reads and writes in two
 * steps, as compiled C does. Compile the verifier with -DNOREDUCE as well to switch SPIN's
 * partial-order reduction off.
 */
#ifndef T
#define T 3
#endif
#ifndef K
#define K 4
#endif

bit taken;
bit finished[T];
short counter;

proctype worker(byte me)
{
    byte i = 0;
    short seen;
    do
    :: atomic { i < K && taken == 0 -> taken = 1 };
        seen = counter;
        d_step { counter = seen + 1; seen = 0 };
        d_step { taken = 0; i++ }
    :: atomic { i == K -> finished[me] = 1; break }
    od
}

init
{
    byte i = 0;
    do
    :: atomic { i < T -> run worker(i); i++ }
    :: atomic { i == T -> i = 0; break }
    od;
    do
    :: atomic { i < T && finished[i] == 1 -> i++ }
    :: atomic { i == T -> break }
    od;
    assert(counter == T * K)
}
