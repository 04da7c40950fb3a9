// The race of AbsList once more, in C: lists and iterators are tables of functions that are
// put together when the program runs.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef READERS
#define READERS 10
#endif

struct list;
struct list_operations {
  int (*size)(struct list *);
  int (*get)(struct list *, int);
  void (*remove_last)(struct list *);
};
struct list {
  const struct list_operations *operations;
  struct list *inner;
  pthread_mutex_t lock;
  int values[4], count;
};

struct iterator;
struct iterator_operations {
  int (*has_next)(struct iterator *);
  int (*next)(struct iterator *);
};
struct iterator {
  struct iterator_operations operations;
  struct list *list;
  int at;
};

static int array_size(struct list *list) { return list->count; }
static int array_get(struct list *list, int index) { return list->values[index]; }
static void array_remove_last(struct list *list) { list->count--; }
static const struct list_operations array_list = {array_size, array_get, array_remove_last};

static int repeated_size(struct list *list) { return list->count; }
static int repeated_get(struct list *list, int index) { return list->values[0]; }
static void repeated_remove_last(struct list *list) {}
static const struct list_operations repeated = {repeated_size, repeated_get, repeated_remove_last};

void concurrent_modification(void) { abort(); }

static int synchronised_size(struct list *list) {
  pthread_mutex_lock(&list->lock);
  int size = list->inner->operations->size(list->inner);
  pthread_mutex_unlock(&list->lock);
  return size;
}
static int synchronised_get(struct list *list, int index) {
  pthread_mutex_lock(&list->lock);
  if (index >= list->inner->operations->size(list->inner))
    concurrent_modification();
  int value = list->inner->operations->get(list->inner, index);
  pthread_mutex_unlock(&list->lock);
  return value;
}
static void synchronised_remove_last(struct list *list) {
  pthread_mutex_lock(&list->lock);
  list->inner->operations->remove_last(list->inner);
  pthread_mutex_unlock(&list->lock);
}
static const struct list_operations synchronised = {synchronised_size, synchronised_get,
                                                     synchronised_remove_last};

static int by_index_has_next(struct iterator *iterator) {
  return iterator->at < iterator->list->operations->size(iterator->list);
}
static int by_index_next(struct iterator *iterator) {
  return iterator->list->operations->get(iterator->list, iterator->at++);
}
static int never_has_next(struct iterator *iterator) { return 0; }
static int never_next(struct iterator *iterator) { abort(); }

static struct iterator iterator_of(struct list *list) {
  struct iterator iterator = {{never_has_next, never_next}, list, 0};
  if (list->operations) {
    iterator.operations.has_next = by_index_has_next;
    iterator.operations.next = by_index_next;
  }
  return iterator;
}

static int equals(struct list *list, struct list *other) {
  struct iterator mine = iterator_of(list), theirs = iterator_of(other);
  while (mine.operations.has_next(&mine) && theirs.operations.has_next(&theirs))
    if (mine.operations.next(&mine) != theirs.operations.next(&theirs))
      return 0;
  return !mine.operations.has_next(&mine) && !theirs.operations.has_next(&theirs);
}

static struct list values = {&array_list, 0, PTHREAD_MUTEX_INITIALIZER, {7}, 1};
static struct list shared = {&synchronised, &values, PTHREAD_MUTEX_INITIALIZER};

static void *shrink(void *argument) {
  shared.operations->remove_last(&shared);
  shared.operations->size(&shared);
  return 0;
}

static void *compare(void *argument) {
  struct list *mine = calloc(1, sizeof *mine);
  mine->operations = (long)argument % 2 ? &array_list : &repeated;
  mine->values[0] = 7;
  mine->count = 1;
  equals(mine, &shared);
  free(mine);
  return 0;
}

int main(void) {
  pthread_t shrinking, readers[READERS];
  pthread_create(&shrinking, 0, shrink, 0);
  for (long i = 0; i < READERS; i++)
    pthread_create(&readers[i], 0, compare, (void *)i);
  pthread_join(shrinking, 0);
  for (int i = 0; i < READERS; i++)
    pthread_join(readers[i], 0);
  return 0;
}
