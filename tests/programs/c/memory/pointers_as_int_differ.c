//@ verdict: ok
//@ about: the low halves of pointers to different objects differ, and blocks lie where their alignment says
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define BLOCKS 40

static int globals[2];
static int other;
static _Alignas(4096) char page[10];
static void *blocks[BLOCKS];
static void *of_thread;

static void first(void) {}
static void second(void) {}

static int low(const void *p) { return (int)(long)p; }

static void *run(void *argument) {
    int local = 0;
    assert(low(&local) != low(argument));
    of_thread = malloc(8);
    return NULL;
}

static void check_alignment(void) {
    const size_t most = sizeof(void *) == 4 ? 4096 : 1 << 20;
    for (size_t align = 16; align <= most; align *= 4) {
        char *block = aligned_alloc(align, align);
        char *again = aligned_alloc(align, align);
        assert((uintptr_t)block % align == 0 && (uintptr_t)again % align == 0 && block != again);
        block[align - 1] = 1;
        again[0] = 2;
        assert(block[align - 1] == 1);
        free(block);
        free(again);
    }
    _Alignas(64) char line[64];
    line[0] = 0;
    assert((uintptr_t)line % 64 == 0 && (uintptr_t)page % 4096 == 0);
}

int main(void) {
    int local = 0, another = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, run, &local);
    pthread_join(thread, NULL);

    int *pointers[] = {&local, &another, &globals[0], &globals[1], &other, (int *)page};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < i; j++)
            assert(low(pointers[i]) != low(pointers[j]));
    assert(low((void *)first) != low((void *)second));

    unsigned char seen[256] = {0};
    int buckets = 0;
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = malloc(24);
        assert(low(blocks[i]) != low(of_thread) && low(blocks[i]) != low(&other));
        for (int j = 0; j < i; j++)
            assert(low(blocks[i]) != low(blocks[j]));
        unsigned bucket = (unsigned)low(blocks[i]) * 2654435761u >> 24;
        buckets += !seen[bucket];
        seen[bucket] = 1;
    }
    assert(buckets > BLOCKS / 2);
    for (int i = 0; i < BLOCKS; i++)
        free(blocks[i]);
    free(of_thread);
    check_alignment();
    return 0;
}
