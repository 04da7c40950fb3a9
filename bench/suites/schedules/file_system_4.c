//@ verdict: ok
//@ about: four threads allocate blocks for inodes of their own
#include <assert.h>
#include <pthread.h>

#define INODES 32
#define BLOCKS 26
#define THREADS 4
pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
int inodes[INODES], busy[BLOCKS];

void *allocate(void *argument) {
    int thread = (long)argument;
    int inode = thread % INODES;
    pthread_mutex_lock(&inode_locks[inode]);
    if (inodes[inode] == 0) {
        int block = (inode * 2) % BLOCKS;
        for (;;) {
            pthread_mutex_lock(&block_locks[block]);
            if (!busy[block]) {
                busy[block] = 1;
                inodes[inode] = block + 1;
                pthread_mutex_unlock(&block_locks[block]);
                break;
            }
            pthread_mutex_unlock(&block_locks[block]);
            block = (block + 1) % BLOCKS;
        }
    }
    pthread_mutex_unlock(&inode_locks[inode]);
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < INODES; i++) pthread_mutex_init(&inode_locks[i], 0);
    for (int i = 0; i < BLOCKS; i++) pthread_mutex_init(&block_locks[i], 0);
    for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, allocate, (void *)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
    for (int i = 0; i < THREADS && i < INODES; i++) assert(inodes[i] != 0);
}
