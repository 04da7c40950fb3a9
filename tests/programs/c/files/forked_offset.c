//@ verdict: ok
//@ args: --file /tmp/
//@ about: parent and child share the offset of a file that was open before the fork
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    char found[8] = {0};
    int file = open("/tmp/log", O_RDWR | O_CREAT | O_TRUNC, 0600);
    pid_t child = fork();
    if (child == 0) {
        write(file, "ch", 2);
        _exit(0);
    }
    write(file, "pa", 2);
    waitpid(child, 0, 0);
    assert(lseek(file, 0, SEEK_CUR) == 4);
    pread(file, found, 8, 0);
    assert(strcmp(found, "chpa") == 0 || strcmp(found, "pach") == 0);
    close(file);
    return 0;
}
