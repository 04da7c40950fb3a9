//@ verdict: ok
//@ about: a growing table, a linked list and a binary tree on the heap
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int key; struct node *left, *right; };

static struct node *insert(struct node *tree, int key) {
    if (!tree) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static int walk(struct node *tree, int depth) {
    if (!tree)
        return 0;
    int left = walk(tree->left, depth + 1);
    printf("%d@%d ", tree->key, depth);
    int right = walk(tree->right, depth + 1);
    free(tree);
    return 1 + (left > right ? left : right);
}

int main(void) {
    int *table = NULL;
    size_t used = 0, room = 0;
    for (int i = 0; i < 100; i++) {
        if (used == room) {
            room = room ? room * 2 : 1;
            table = realloc(table, room * sizeof *table);
        }
        table[used++] = i * i % 37;
    }
    long sum = 0;
    for (size_t i = 0; i < used; i++)
        sum += table[i];
    printf("%zu %zu %ld\n", used, room, sum);
    struct node *tree = NULL;
    for (int i = 0; i < 20; i++)
        tree = insert(tree, table[i]);
    printf("\n%d\n", walk(tree, 0));
    free(table);
    char *text = malloc(6);
    memcpy(text, "hello", 6);
    text = realloc(text, 12);
    strcat(text, " heap");
    puts(text);
    free(text);
    struct link { struct link *next; int value; } *head = NULL;
    for (int i = 0; i < 5; i++) {
        struct link *link = malloc(sizeof *link);
        link->next = head;
        link->value = i;
        head = link;
    }
    while (head) {
        struct link *next = head->next;
        printf("%d ", head->value);
        free(head);
        head = next;
    }
    putchar('\n');
    return 0;
}
