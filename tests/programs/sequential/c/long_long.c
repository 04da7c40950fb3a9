//@ verdict: ok
//@ width: 64
//@ about: number theory with 64-bit integers
#include <stdint.h>
#include <stdio.h>

static uint64_t gcd(uint64_t a, uint64_t b) { return b ? gcd(b, a % b) : a; }

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus) {
    uint64_t result = 1;
    for (base %= modulus; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = (uint64_t)((unsigned __int128)result * base % modulus);
        base = (uint64_t)((unsigned __int128)base * base % modulus);
    }
    return result;
}

static int64_t inverse(int64_t a, int64_t m) {
    int64_t x = 1, y = 0, n = m;
    while (a > 1) {
        int64_t q = a / n, t = n;
        n = a % n;
        a = t;
        t = y;
        y = x - q * y;
        x = t;
    }
    return x < 0 ? x + m : x;
}

int main(void) {
    printf("%lu %lu\n", gcd(1071, 462), gcd(12345678901234567890u, 9876543210));
    printf("%lu\n", power(3, 1000000006, 1000000007));
    printf("%lu\n", power(2, 18446744073709551556u, 18446744073709551557u));
    printf("%ld\n", inverse(17, 3120));
    uint64_t hash = 14695981039346656037u;
    for (const char *p = "trailhound"; *p; p++)
        hash = (hash ^ (uint64_t)*p) * 1099511628211u;
    printf("%016lx\n", hash);
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 10; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        printf("%lu\n", state);
    }
    int sieve[200] = {0}, count = 0;
    for (int i = 2; i < 200; i++)
        if (!sieve[i]) {
            count++;
            for (int j = i * i; j < 200; j += i)
                sieve[j] = 1;
        }
    printf("%d\n", count);
    int64_t result;
    printf("%d %d %d\n", __builtin_add_overflow(INT64_MAX, 1, &result), __builtin_mul_overflow(1L << 40, 1L << 20, &result),
           __builtin_sub_overflow(5, 7, &result));
    printf("%ld\n", result);
    return 0;
}
