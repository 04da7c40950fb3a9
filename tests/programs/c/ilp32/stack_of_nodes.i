//@ verdict: error
//@ kind: assertion
//@ about: preprocessed for 32 bits, which the type of sizes shows; `reach_error` of SV-COMP, a lost node
# 1 "stack_of_nodes.c"
# 1 "/usr/include/stdlib.h" 1 3 4
typedef unsigned int size_t;
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__ (__builtin_free, 1)));
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
# 2 "stack_of_nodes.c" 2
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __assert_fail (const char *__assertion, const char *__file,
      unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void reach_error(void) { ((void) sizeof ((0) ? 1 : 0), __extension__ ({ if (0) ; else __assert_fail ("0", "stack_of_nodes.c", 4, __extension__ __PRETTY_FUNCTION__); })); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
typedef unsigned long int pthread_t;
extern int pthread_create (pthread_t *, const void *, void *(*) (void *), void *);
extern int pthread_join (pthread_t, void **);

struct node { struct node *next; long long value; char tag; };
struct node *top;

void push(int value)
{
  struct node *made = malloc(sizeof(struct node));
  made->value = value;
  made->tag = 'x';
  __VERIFIER_atomic_begin();
  struct node *old = top;
  __VERIFIER_atomic_end();
  made->next = old;
  __VERIFIER_atomic_begin();
  top = made;
  __VERIFIER_atomic_end();
}

void *worker(void *arg)
{
  push((int)(size_t)arg);
  return 0;
}

int main(void)
{
  pthread_t threads[2];
  int count = 0;
  __VERIFIER_assert(sizeof(struct node) == 16 && sizeof(long) == 4 && sizeof(top) == 4);
  for (size_t i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, (void *)(i + 1));
  for (size_t i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  for (struct node *at = top; at; at = at->next)
    count++;
  __VERIFIER_assert(count == 2);
  return 0;
}
