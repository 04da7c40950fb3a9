//@ verdict: ok
//@ about: every ctype function over every character
#include <ctype.h>
#include <stdio.h>

int main(void) {
    static int (*const tests[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit, isgraph,
                                        islower, isprint, ispunct, isspace, isupper, isxdigit};
    for (unsigned t = 0; t < sizeof tests / sizeof *tests; t++) {
        int count = 0, sum = 0;
        for (int c = 0; c < 256; c++)
            if (tests[t](c)) {
                count++;
                sum += c;
            }
        printf("%u: %d %d\n", t, count, sum);
    }
    for (int c = 0; c < 128; c++)
        if (isalpha(c))
            printf("%c%c", tolower(c), toupper(c));
    printf("\n%d %d %d\n", isdigit(-1), toupper(-1), tolower('['));
    const char *text = "Mixed Case, 42 Words!";
    for (const char *p = text; *p; p++)
        putchar(isupper((unsigned char)*p) ? tolower(*p) : islower((unsigned char)*p) ? toupper(*p) : *p);
    putchar('\n');
    return 0;
}
