//@ verdict: ok
//@ about: variable-length arrays, alloca, compound literals, two-dimensional arrays, flexible members
#include <alloca.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct message {
    int length;
    char text[];
};

static int sum(int rows, int columns, int matrix[rows][columns]) {
    int total = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            total += matrix[r][c];
    return total;
}

int main(void) {
    for (int n = 1; n <= 3; n++) {
        int variable[n][n + 1];
        memset(variable, 0, sizeof variable);
        variable[n - 1][n] = n;
        assert(sum(n, n + 1, variable) == n);
        assert(sizeof variable == sizeof(int) * n * (n + 1));
    }
    char *scratch = alloca(8);
    strcpy(scratch, "1234567");
    assert(strlen(scratch) == 7);
    int *literal = (int[]){4, 5, 6};
    assert(literal[2] == 6);
    struct message *message = malloc(sizeof *message + 4);
    message->length = 3;
    strcpy(message->text, "abc");
    assert(message->text[2] == 'c');
    free(message);
    return 0;
}
