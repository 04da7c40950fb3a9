//@ verdict: error
//@ kind: deadlock
//@ about: a preprocessed file as SV-COMP has them: the types of glibc's threads, declared for 32 bits
# 1 "lock_order.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "lock_order.c"
typedef unsigned long int pthread_t;
union pthread_attr_t
{
  char __size[36];
  long int __align;
};
typedef union pthread_attr_t pthread_attr_t;
typedef union
{
  struct __pthread_mutex_s
  {
    int __lock;
    unsigned int __count;
    int __owner;
    int __kind;
    unsigned int __nusers;
    __extension__ union
    {
      struct
      {
        short __espins;
        short __elision;
      } __elision_data;
      struct
      {
        struct
        {
          void *__next;
        } __list;
      };
    };
  } __data;
  char __size[24];
  long int __align;
} pthread_mutex_t;
typedef union
{
  char __size[4];
  int __align;
} pthread_mutexattr_t;
extern int pthread_create (pthread_t *__restrict __newthread,
      const pthread_attr_t *__restrict __attr,
      void *(*__start_routine) (void *),
      void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
extern int pthread_mutex_init (pthread_mutex_t *__mutex,
          const pthread_mutexattr_t *__mutexattr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_lock (pthread_mutex_t *__mutex)
     __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_unlock (pthread_mutex_t *__mutex)
     __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));

pthread_mutex_t first = { { 0, 0, 0, 0, 0, { { 0, 0 } } } };
pthread_mutex_t others[2];
int shared;

void *forward(void *arg)
{
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&others[1]);
  shared++;
  pthread_mutex_unlock(&others[1]);
  pthread_mutex_unlock(&first);
  return 0;
}

void *backward(void *arg)
{
  pthread_mutex_lock(&others[1]);
  pthread_mutex_lock(&first);
  shared++;
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&others[1]);
  return 0;
}

int main(void)
{
  pthread_t one, two;
  pthread_mutex_init(&others[0], 0);
  pthread_mutex_init(&others[1], 0);
  pthread_create(&one, 0, forward, 0);
  pthread_create(&two, 0, backward, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
