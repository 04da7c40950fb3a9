//@ verdict: error
//@ kind: uninitialised
//@ line: 15
//@ about: a pointer that was never set is followed
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *node = malloc(sizeof *node);
    node->value = 1;
    int value = node->next->value; //~ uninitialised
    free(node);
    return value;
}
