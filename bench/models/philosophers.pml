/* Dining philosophers, the same system as philosophers.c with the same steps.
 *
 *   spin -a -DN=6 philosophers.pml && cc -O2 -DSAFETY -o pan pan.c && ./pan -m1000000
 *
 * -DN=6, -DDEADLOCK and -DROUNDS=1 mean what they mean in philosophers.c.
 * Compile the verifier with -DNOREDUCE as well to switch SPIN's partial-order reduction off.
 */
#ifndef N
#define N 6
#endif

bit taken[N];

inline lock(fork) { atomic { taken[fork] == 0 -> taken[fork] = 1 } }
inline unlock(fork) { taken[fork] = 0 }

proctype philosopher(byte first; byte second)
{
#ifdef ROUNDS
    byte round = 0;
    do
    :: atomic { round < ROUNDS && taken[first] == 0 -> taken[first] = 1 };
        lock(second);
        unlock(second);
        d_step { unlock(first); round++ }
    :: round == ROUNDS -> break
    od
#else
    do
    ::  lock(first);
        lock(second);
        unlock(second);
        unlock(first)
    od
#endif
}

init
{
    byte seat = 0;
    do
    :: atomic {
        seat < N ->
#ifndef DEADLOCK
        if
        :: seat == N - 1 -> run philosopher((seat + 1) % N, seat)
        :: else -> run philosopher(seat, (seat + 1) % N)
        fi;
#else
        run philosopher(seat, (seat + 1) % N);
#endif
        seat++
       }
    :: atomic { seat == N -> break }
    od
}
