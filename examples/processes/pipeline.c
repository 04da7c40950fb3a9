/* Three processes in a row: one makes numbers, one squares them, one adds them up. Each should
 * close the ends of pipes that it does not use, to see when nothing more comes.
 *
 *   trailhound check pipeline.c
 *
 * The first process, which adds up, keeps its own copy of the writing end of the last pipe, and
 * waits for ever for the end. With -DFIXED it closes it.
 */
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NUMBERS = 3 };

static void make(int out) {
    for (int number = 1; number <= NUMBERS; number++)
        assert(write(out, &number, sizeof number) == sizeof number);
}

static void square(int in, int out) {
    int number;
    while (read(in, &number, sizeof number) == sizeof number) {
        number *= number;
        assert(write(out, &number, sizeof number) == sizeof number);
    }
}

int main(void) {
    int first[2], second[2];
    assert(pipe(first) == 0 && pipe(second) == 0);
    if (fork() == 0) {
        close(first[0]);
        close(second[0]);
        close(second[1]);
        make(first[1]);
        _exit(0);
    }
    if (fork() == 0) {
        close(first[1]);
        close(second[0]);
        square(first[0], second[1]);
        _exit(0);
    }
    close(first[0]);
    close(first[1]);
#ifdef FIXED
    close(second[1]);
#endif
    int number, sum = 0;
    while (read(second[0], &number, sizeof number) == sizeof number)
        sum += number;
    assert(sum == 1 + 4 + 9);
    while (wait(NULL) > 0)
        ;
    return 0;
}
