//@ files: yes
// FILE streams: modes, buffers, positions and ends.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long size(const char *path) {
    struct stat status;
    return stat(path, &status) ? -1 : (long)status.st_size;
}

static void lines(void) {
    FILE *file = fopen("s", "w");
    fprintf(file, "%d apples\n%s\n", 12, "second line");
    printf("waiting in the buffer: %ld\n", size("s"));
    printf("tell %ld\n", ftell(file));
    fflush(file);
    printf("flushed: %ld\n", size("s"));
    fputs("third", file);
    fputc('\n', file);
    putc('4', file);
    fwrite("th\nlast", 1, 7, file);
    printf("close %d, %ld\n", fclose(file), size("s"));
    file = fopen("s", "r");
    int number;
    char word[16], line[8], *grown = 0;
    size_t room = 0;
    printf("%d", fscanf(file, "%d %15s", &number, word));
    printf(" %d %s\n", number, word);
    printf("%d\n", fgetc(file));
    while (fgets(line, sizeof line, file))
        printf("[%s]", line);
    printf("%d %d\n", feof(file), ferror(file));
    rewind(file);
    printf("%d ", feof(file));
    for (ssize_t length; (length = getline(&grown, &room, file)) >= 0;)
        printf("%zd %.2s, ", length, grown);
    free(grown);
    printf("%d\n", feof(file));
    printf("seek %d", fseek(file, -4, SEEK_END));
    printf(" %ld", ftell(file));
    printf(" %c", getc(file));
    printf(" %c", ungetc('L', file));
    printf(" %ld", ftell(file));
    printf(" %c%c", getc(file), getc(file));
    printf(" %d\n", fseek(file, -100, SEEK_CUR));
    errno = 0;
    printf("write to a stream for reading %d %d %d\n", fputc('x', file), errno, ferror(file));
    clearerr(file);
    printf("%d\n", ferror(file));
    fclose(file);
}

static void modes(void) {
    FILE *file = fopen("s", "r+");
    fputs("NEW", file);
    fseek(file, 0, SEEK_CUR);
    printf("%c", fgetc(file));
    printf("%c\n", fgetc(file));
    fclose(file);
    file = fopen("s", "a+");
    printf("%ld ", ftell(file));
    fputs("appended", file);
    fseek(file, 0, SEEK_SET);
    printf("%c%c%c ", fgetc(file), fgetc(file), fgetc(file));
    printf("%ld\n", size("s"));
    fclose(file);
    printf("%d", fopen("s", "wx") == 0);
    printf(" %s", strerror(errno));
    printf(" %d", fopen("nowhere/s", "w") == 0);
    printf(" %s", strerror(errno));
    printf(" %d", fopen("s", "q") == 0);
    printf(" %s\n", strerror(errno));
    file = fopen("s", "w");
    setvbuf(file, 0, _IOLBF, 0);
    fputs("line\nrest", file);
    printf("%ld\n", size("s"));
    fclose(file);
    file = fopen("s", "w");
    setbuf(file, 0);
    fputs("at once", file);
    printf("%ld\n", size("s"));
    fclose(file);
    int number = open("s", O_RDONLY);
    printf("%d\n", fdopen(number, "w") == 0);
    file = fdopen(number, "r");
    printf("%d %c\n", fileno(file) == number, fgetc(file));
    fclose(file);
    printf("%zd\n", read(number, &number, 1));
}

static void large(void) {
    static char block[10000], back[10000];
    for (int n = 0; n < 10000; n++)
        block[n] = n * 7;
    FILE *file = fopen("s", "wb");
    fwrite(block, 1, 100, file);
    fwrite(block + 100, 1, 9000, file);
    long some = size("s");
    fwrite(block + 9100, 1, 900, file);
    printf("%ld %ld\n", some, size("s"));
    fclose(file);
    file = fopen("s", "rb");
    printf("%zu ", fread(back, 100, 120, file));
    printf("%d %d\n", feof(file), memcmp(block, back, sizeof block));
    fpos_t place;
    fseek(file, 500, SEEK_SET);
    fgetpos(file, &place);
    fread(back, 1, 9, file);
    fsetpos(file, &place);
    printf("%ld\n", ftell(file));
    fclose(file);
    file = tmpfile();
    fputs("temporary", file);
    rewind(file);
    printf("%s\n", fgets(back, 100, file));
    fclose(file);
}

int main(void) {
    lines();
    modes();
    large();
    printf("%d\n", remove("s"));
    FILE *left = fopen("s", "w");
    fputs("flushed by exit", left);
    unlink("s");
    return 0;
}
