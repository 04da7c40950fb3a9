//@ verdict: ok
//@ about: word counts, run-length code, base64, a tiny tokenizer and calculator
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text = "a model checker checks a model and a program is a model of itself";

static void count_words(void) {
    char copy[128];
    struct { const char *word; int count; } table[32];
    int used = 0;
    strcpy(copy, text);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        int i = 0;
        while (i < used && strcmp(table[i].word, word))
            i++;
        if (i == used) {
            table[used].word = word;
            table[used++].count = 0;
        }
        table[i].count++;
    }
    for (int i = 0; i < used; i++)
        printf("%s:%d ", table[i].word, table[i].count);
    putchar('\n');
}

static void base64(const unsigned char *data, size_t length) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        unsigned block = (unsigned)data[i] << 16;
        if (i + 1 < length) block |= (unsigned)data[i + 1] << 8;
        if (i + 2 < length) block |= data[i + 2];
        putchar(digits[block >> 18]);
        putchar(digits[block >> 12 & 63]);
        putchar(i + 1 < length ? digits[block >> 6 & 63] : '=');
        putchar(i + 2 < length ? digits[block & 63] : '=');
    }
    putchar('\n');
}

static const char *cursor;
static double expression(void);

static double factor(void) {
    while (isspace((unsigned char)*cursor)) cursor++;
    if (*cursor == '(') {
        cursor++;
        double value = expression();
        cursor++;
        return value;
    }
    if (*cursor == '-') {
        cursor++;
        return -factor();
    }
    char *end;
    double value = strtod(cursor, &end);
    cursor = end;
    while (isspace((unsigned char)*cursor)) cursor++;
    return value;
}

static double term(void) {
    double value = factor();
    while (*cursor == '*' || *cursor == '/')
        value = *cursor++ == '*' ? value * factor() : value / factor();
    return value;
}

static double expression(void) {
    double value = term();
    while (*cursor == '+' || *cursor == '-')
        value = *cursor++ == '+' ? value + term() : value - term();
    return value;
}

int main(void) {
    count_words();
    const char *runs = "aaabccddddd";
    for (const char *p = runs; *p;) {
        int n = 0;
        char c = *p;
        while (*p == c) p++, n++;
        printf("%c%d", c, n);
    }
    putchar('\n');
    base64((const unsigned char *)text, strlen(text));
    base64((const unsigned char *)"\x00\xff\x10", 2);
    const char *inputs[] = {"1 + 2 * 3", "(1 + 2) * 3", "-4 / (2 - 0.5)", "2*(3+(4-1))*-1", "7"};
    for (int i = 0; i < 5; i++) {
        cursor = inputs[i];
        printf("%s = %g\n", inputs[i], expression());
    }
    return 0;
}
