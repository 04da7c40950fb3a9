//@ verdict: ok
//@ about: memory with a name, mapped by each process for itself
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int *map(int flags) {
    int file = shm_open("/trailhound-memory", flags | O_RDWR, 0600);
    assert(file >= 0);
    if (flags & O_CREAT)
        assert(ftruncate(file, sizeof(int)) == 0);
    int *memory = mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert(memory != MAP_FAILED);
    close(file);
    return memory;
}

int main(void) {
    shm_unlink("/trailhound-memory");
    int *memory = map(O_CREAT | O_EXCL);
    assert(*memory == 0);
    if (fork() == 0) {
        int *mine = map(0);
        *mine = 5;
        _exit(0);
    }
    wait(NULL);
    assert(*memory == 5);
    assert(munmap(memory, sizeof(int)) == 0);
    assert(shm_unlink("/trailhound-memory") == 0);
    return 0;
}
