//@ files: yes
// What calls on descriptors and streams fail with that do not fit them.
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

static void show(const char *what, long result) {
    if (result < 0)
        printf("%s: %ld, errno %d\n", what, result, errno);
    else
        printf("%s: done\n", what);
    errno = 0;
}

#define SHOW(call) show(#call, (long)(call))

/* Sizes that are negative as a `long`; a 32-bit program has none on a kernel of 64 bits. */
static void negative_sizes(int file, int counter, int epoll, int timer, int *ends, int *pair) {
    char bytes[64] = "";
    const size_t negative = (size_t)-1;
    if (sizeof(long) < 8)
        return;
    SHOW(read(99, bytes, negative));
    SHOW(read(-1, bytes, negative));
    SHOW(write(99, bytes, negative));
    SHOW(read(ends[1], bytes, negative));
    SHOW(write(ends[0], bytes, negative));
    SHOW(read(file, bytes, negative));
    SHOW(write(file, bytes, negative));
    SHOW(read(ends[0], bytes, negative));
    SHOW(write(ends[1], bytes, negative));
    SHOW(read(counter, bytes, negative));
    SHOW(write(counter, bytes, negative));
    SHOW(read(timer, bytes, negative));
    SHOW(write(timer, bytes, negative));
    SHOW(read(epoll, bytes, negative));
    SHOW(read(pair[0], bytes, negative));
    SHOW(write(pair[0], bytes, negative));
    SHOW(pread(99, bytes, negative, 0));
    SHOW(pwrite(file, bytes, negative, 0));
    SHOW(pread(file, bytes, negative, 0));
    SHOW(pread(file, bytes, negative, -1));
    SHOW(send(99, bytes, 1, 0));
    SHOW(recv(99, bytes, 1, 0));
}

int main(void) {
    char bytes[64] = "0123456789012345678901234567890123456789";
    int ends[2], pair[2];
    mkdir("directory", 0755);
    int counter = eventfd(0, EFD_NONBLOCK);
    int epoll = epoll_create1(0);
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    pipe(ends);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    int file = open("directory/file", O_RDWR | O_CREAT | O_TRUNC, 0644);

    SHOW(open("directory", O_RDONLY | O_TRUNC));
    SHOW(open("directory", O_WRONLY | O_TRUNC));
    SHOW(open("directory", O_RDONLY | O_CREAT, 0644));
    SHOW(open("directory", O_RDWR));

    SHOW(fcntl(epoll, F_GETFL));
    SHOW(fcntl(counter, F_GETFL));
    SHOW(fcntl(timer, F_GETFL));
    SHOW(fcntl(ends[0], F_GETFL));
    SHOW(fcntl(ends[1], F_GETFL));
    SHOW(fcntl(pair[0], F_GETFL));
    SHOW(fcntl(epoll, F_SETFL, O_NONBLOCK));
    SHOW(fcntl(epoll, F_GETFL));
    SHOW(fcntl(99, F_GETFL));

    SHOW(lseek(counter, 0, SEEK_SET));
    SHOW(lseek(counter, 0, SEEK_CUR));
    SHOW(lseek(timer, 0, SEEK_SET));
    SHOW(lseek(epoll, 0, SEEK_SET));
    SHOW(lseek(ends[0], 0, SEEK_SET));
    SHOW(lseek(ends[1], 0, SEEK_END));
    SHOW(lseek(pair[0], 0, SEEK_SET));
    SHOW(lseek(pair[0], 0, 77));
    SHOW(lseek(file, 0, 77));
    SHOW(lseek(file, -1, SEEK_SET));
    SHOW(lseek(99, 0, SEEK_SET));
    SHOW(lseek(99, 0, 77));
    SHOW(pread(ends[0], bytes, 1, 0));
    SHOW(pwrite(ends[1], bytes, 1, 0));
    SHOW(pread(counter, bytes, 8, 0));
    SHOW(pwrite(counter, bytes, 8, 0));
    SHOW(pread(file, bytes, 1, -1));
    SHOW(pread(99, bytes, 1, -1));
    SHOW(pwrite(file, bytes, 1, -1));
    SHOW(pread(epoll, bytes, 1, 0));
    SHOW(pread(timer, bytes, 8, 0));
    SHOW(pread(pair[0], bytes, 8, 0));

    SHOW(read(99, NULL, 1));
    SHOW(write(99, NULL, 1));
    SHOW(write(epoll, bytes, 1));
    SHOW(read(epoll, bytes, 1));
    SHOW(write(timer, bytes, 8));
    SHOW(send(file, bytes, 1, 0));

    negative_sizes(file, counter, epoll, timer, ends, pair);
    uint64_t words[2] = {3, 5}, word = 0;
    SHOW(read(counter, &word, 7));
    SHOW(read(counter, &word, 8));
    SHOW(write(counter, words, 7));
    SHOW(write(counter, words, 0));
    SHOW(read(counter, &word, 8));

    SHOW(fsync(ends[0]));
    SHOW(fsync(counter));
    SHOW(fsync(99));
    SHOW(ftruncate(ends[1], 0));
    SHOW(ftruncate(counter, 0));
    SHOW(ftruncate(99, 0));
    SHOW(posix_fadvise(ends[0], 0, 0, POSIX_FADV_NORMAL));
    SHOW(posix_fadvise(99, 0, 0, POSIX_FADV_NORMAL));
    SHOW(posix_fadvise(file, 0, 0, POSIX_FADV_NORMAL));
    SHOW(dup2(99, 5));
    SHOW(dup2(file, -1));
    SHOW(close(99));
    SHOW(close(-1));

    FILE *stream = fopen("directory/stream", "w");
    bytes[0] = 'x';
    SHOW(fgets(bytes, 1, stream) != NULL);
    printf("%d %d %d %d\n", bytes[0], ferror(stream) != 0, feof(stream) != 0, errno);
    clearerr(stream); errno = 0;
    SHOW(fgets(bytes, 2, stream) != NULL);
    printf("%d %d %d %d\n", bytes[0], ferror(stream) != 0, feof(stream) != 0, errno);
    clearerr(stream); errno = 0;
    SHOW(fgets(bytes, 0, stream) != NULL);
    printf("%d %d %d %d\n", bytes[0], ferror(stream) != 0, feof(stream) != 0, errno);
    clearerr(stream); errno = 0;
    SHOW(fread(bytes, 0, 1, stream));
    printf("%d %d\n", ferror(stream) != 0, errno);
    clearerr(stream); errno = 0;
    SHOW(fread(bytes, 1, 1, stream));
    printf("%d %d\n", ferror(stream) != 0, errno);
    fclose(stream);
    stream = fopen("directory/stream", "r");
    SHOW(fgets(bytes, 1, stream) != NULL);
    printf("%d %d %d %d\n", bytes[0], ferror(stream) != 0, feof(stream) != 0, errno);
    errno = 0;
    SHOW(fputs("x", stream));
    printf("%d %d\n", ferror(stream) != 0, errno);
    fclose(stream);
    return 0;
}
