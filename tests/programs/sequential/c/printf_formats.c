//@ verdict: ok
//@ about: printf conversions with all flags, widths, precisions and sizes
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d]\n", 42, 42, 42, 42, 42, 42, 42, 42);
    printf("[%i] [%d] [%d] [%.0d] [%+.0d]\n", -42, INT_MIN, INT_MAX, 0, 0);
    printf("[%u] [%o] [%x] [%X] [%#o] [%#x] [%#X] [%08x] [%-8x]\n", 255u, 255u, 255u, 255u, 255u, 255u, 255u, 255u, 255u);
    printf("[%hhd] [%hd] [%ld] [%lld] [%zd] [%td] [%jd]\n", (signed char)-1, (short)-2, -3L, -4LL, (ptrdiff_t)-5, (ptrdiff_t)-6, (intmax_t)-7);
    printf("[%hhu] [%hu] [%lu] [%llu] [%zu] [%ju]\n", (unsigned char)255, (unsigned short)65535, ULONG_MAX, ULLONG_MAX, sizeof(int), UINTMAX_MAX);
    printf("[%" PRId64 "] [%" PRIx32 "]\n", INT64_MIN, UINT32_C(0xabcdef));
    printf("[%c] [%3c] [%-3c] [%%]\n", 'a', 'b', 'c');
    printf("[%s] [%8s] [%-8s] [%.2s] [%8.2s] [%.*s] [%*s] [%-*s]\n", "trail", "trail", "trail", "trail", "trail", 3, "trail", 7, "x", 7, "y");
    printf("[%f] [%.0f] [%.2f] [%10.3f] [%-10.3f] [%010.3f] [%+f] [% f] [%#.0f]\n", 3.14159, 2.5, 2.675, 3.14159, 3.14159, -3.14159, 1.0, 1.0, 3.0);
    printf("[%e] [%.2e] [%E] [%12.3e] [%e]\n", 12345.678, 0.00012345, 1e100, -1.0, 0.0);
    printf("[%g] [%g] [%g] [%g] [%.3g] [%#g] [%G] [%g]\n", 100000.0, 1000000.0, 0.0001, 0.00001, 1234.5, 1.5, 1e-10, 0.1 + 0.2);
    printf("[%.17g] [%.20f] [%.15g] [%f]\n", 0.1, 0.1, 123456789.123456789, 1e15);
    printf("[%a] [%.2a] [%A]\n", 1.0, 3.14159, 0.1);
    printf("[%f] [%5.1f] [%F] [%e] [%08f]\n", 1.0 / 0.0, -1.0 / 0.0, 1.0 / 0.0, 1.0 / 0.0, 1.0 / 0.0);
    printf("[%5s] [%-6d] [%06.2f] [%+05d] [%x]\n", "", -7, 1.005, 3, 0);
    int written = 0;
    int length = printf("count%n\n", &written);
    printf("%d %d\n", written, length);
    printf("%2$s %1$d\n", 5, "positional");
    fputs("fputs ", stdout);
    puts("puts");
    putchar('p');
    putc('c', stdout);
    fputc('\n', stdout);
    fwrite("raw\n", 1, 4, stdout);
    return 0;
}
