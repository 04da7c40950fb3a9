//@ verdict: ok
//@ args: --file /tmp/
//@ about: O_TRUNC needs a file, and truncates it also where it is opened to be read
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char path[] = "/tmp/file-XXXXXX";
    int file = mkstemp(path);
    assert(write(file, "some", 4) == 4);
    assert(open("/tmp", O_RDONLY | O_TRUNC) == -1 && errno == EISDIR);
    assert(open("/tmp", O_RDONLY | O_CREAT | O_DIRECTORY, 0600) == -1 && errno == EINVAL);
    assert(lseek(file, 0, SEEK_END) == 4);
    assert(open(path, O_RDONLY | O_TRUNC) >= 0);
    assert(lseek(file, 0, SEEK_END) == 0);
    return unlink(path);
}
