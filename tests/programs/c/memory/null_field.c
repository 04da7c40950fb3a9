//@ verdict: error
//@ kind: null-dereference
//@ line: 14
//@ about: a field of a null structure pointer is written
#include <stddef.h>

struct list {
    int value;
    int padding[10];
    struct list *next;
};

static void append(struct list *list, struct list *item) {
    list->next = item; //~ null-dereference
}

int main(void) {
    struct list item = {1, {0}, NULL};
    append(item.next, &item);
    return 0;
}
