//@ verdict: ok
//@ about: the string.h functions, edge cases included
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    char buffer[64];
    memset(buffer, '#', sizeof buffer);
    strcpy(buffer, "model");
    strcat(buffer, " checker");
    printf("%s %zu %zu\n", buffer, strlen(buffer), strnlen(buffer, 4));
    strncpy(buffer, "abc", 6);
    printf("%d %d %c\n", buffer[3], buffer[5], buffer[6]);
    strncat(buffer, "defghi", 3);
    printf("%s\n", buffer);
    printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")), strcmp("", ""), sign(strcmp("ab", "a")));
    printf("%d %d %d\n", strncmp("abcX", "abcY", 3), sign(strcasecmp("ABC", "abd")), strncasecmp("HeLLo", "hEllO!", 5));
    printf("%d %d\n", sign(memcmp("\xff", "\x01", 1)), memcmp("same", "same", 4));
    const char *text = "the quick brown fox";
    printf("%s|%s|%s|%s\n", strchr(text, 'q'), strrchr(text, 'o'), strstr(text, "brown"), strpbrk(text, "xyz"));
    printf("%d %d %d\n", strchr(text, 'Z') == NULL, strstr(text, "cat") == NULL, *strchr(text, 0));
    printf("%zu %zu\n", strspn(text, "eht "), strcspn(text, "q"));
    printf("%s\n", (char *)memchr(text, 'b', 15));
    char list[] = "a,,b;c";
    for (char *token = strtok(list, ",;"); token; token = strtok(NULL, ",;"))
        printf("<%s>", token);
    char again[] = "k=v;x=y";
    char *save, *cursor = again;
    for (char *token; (token = strsep(&cursor, ";")) != NULL;) {
        char *left = strtok_r(token, "=", &save);
        printf("[%s:%s]", left, strtok_r(NULL, "=", &save));
    }
    putchar('\n');
    char overlap[] = "0123456789";
    memmove(overlap + 2, overlap, 6);
    printf("%s ", overlap);
    memmove(overlap, overlap + 3, 5);
    printf("%s\n", overlap);
    char *copy = strdup("duplicate"), *part = strndup("duplicate", 3);
    printf("%s %s %s\n", copy, part, (char *)mempcpy(buffer, "xyz", 4) - 4);
    printf("%s\n", stpcpy(buffer, "end") - 3);
    free(copy);
    free(part);
    return 0;
}
