// A barber, T - 1 customers and a waiting room. All of them stand before the door until the shop
// opens. A customer who finds the chair free sits down in it a little later: two can do so. Others
// wait until they are called, or leave if the room is full. With FIXED the chair is taken at once.
// With nested calls put in.
#include <pthread.h>
#include <semaphore.h>
#include "nested.h"
#ifndef T
#define T 3
#endif
#ifndef SEATS
#define SEATS 3
#endif

enum place { CHAIR, SEAT, OUTSIDE };

static pthread_barrier_t opening;
static pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
static int occupied, waiting, gone;
static sem_t called, seated, cut;

static enum place enter(void) {
  enum place place = OUTSIDE;
  pthread_mutex_lock(&shop);
  if (!occupied) {
    place = CHAIR;
#ifdef FIXED
    occupied = 1;
#endif
  } else if (waiting < SEATS) {
    place = SEAT;
    waiting = waiting + 1;
  }
  pthread_mutex_unlock(&shop);
  return place;
}

static void take_chair(void) {
  pthread_mutex_lock(&shop);
  occupied = 1;
  pthread_mutex_unlock(&shop);
}

void in_chair(void) {
  sem_post(&seated);
  nested(3);
  sem_wait(&cut);
}

// The chair stays occupied for the next one from the waiting room.
static void leave_chair(void) {
  pthread_mutex_lock(&shop);
  int calls = waiting > 0;
  if (calls)
    waiting = waiting - 1;
  else
    occupied = 0;
  pthread_mutex_unlock(&shop);
  if (calls)
    sem_post(&called);
}

static void go_home(void) {
  pthread_mutex_lock(&shop);
  gone = gone + 1;
  int is_last = gone == T - 1;
  pthread_mutex_unlock(&shop);
  if (is_last)
    sem_post(&seated);
}

static void *customer(void *argument) {
  pthread_barrier_wait(&opening);
  nested(1);
  enum place place = enter();
  if (place == SEAT)
    sem_wait(&called);
  if (place != OUTSIDE) {
    nested(2);
    take_chair();
    in_chair();
    leave_chair();
  }
  go_home();
  return 0;
}

static int all_are_gone(void) {
  pthread_mutex_lock(&shop);
  int all = gone == T - 1;
  pthread_mutex_unlock(&shop);
  return all;
}

static void *barber(void *argument) {
  pthread_barrier_wait(&opening);
  for (;;) {
    sem_wait(&seated);
    if (all_are_gone())
      return 0;
    nested(4);
    sem_post(&cut);
  }
}

int main(void) {
  pthread_t threads[T];
  pthread_barrier_init(&opening, 0, T);
  sem_init(&called, 0, 0);
  sem_init(&seated, 0, 0);
  sem_init(&cut, 0, 0);
  pthread_create(&threads[0], 0, barber, 0);
  for (int i = 1; i < T; i++)
    pthread_create(&threads[i], 0, customer, 0);
  for (int i = 0; i < T; i++)
    pthread_join(threads[i], 0);
  return 0;
}
