//@ verdict: ok
//@ about: clean-up handlers run from the last to the first, before the destructors of keys, and pop runs them if asked to
#include <assert.h>
#include <pthread.h>

static int order[8], count;
static pthread_key_t key;

static void note(void *number) {
    order[count++] = (int)(long)number;
}

static void inner(int ends) {
    pthread_cleanup_push(note, (void *)3L);
    pthread_cleanup_push(note, (void *)4L);
    pthread_cleanup_pop(0);
    pthread_cleanup_push(note, (void *)5L);
    pthread_cleanup_pop(1);
    if (ends)
        pthread_exit((void *)9L);
    pthread_cleanup_pop(0);
}

static void *worker(void *ends) {
    pthread_setspecific(key, (void *)7L);
    pthread_cleanup_push(note, (void *)1L);
    pthread_cleanup_push(note, (void *)2L);
    inner(ends != NULL);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(1);
    return (void *)8L;
}

static void expect(void *ends, long wanted, int length, const int *numbers) {
    pthread_t thread;
    void *result;
    count = 0;
    pthread_create(&thread, NULL, worker, ends);
    pthread_join(thread, &result);
    assert((long)result == wanted && count == length);
    for (int n = 0; n < length; n++)
        assert(order[n] == numbers[n]);
}

int main(void) {
    pthread_key_create(&key, note);
    expect(&key, 9, 5, (const int[]){5, 3, 2, 1, 7});
    expect(NULL, 8, 3, (const int[]){5, 1, 7});
    return 0;
}
