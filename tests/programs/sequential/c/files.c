//@ files: yes
// Calls on files: what they do, and the errors that bad use gives.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void tell(const char *what, long result) {
    printf("%s: %ld %s\n", what, result, result < 0 ? strerror(errno) : "");
}

static void list(const char *path) {
    char names[16][32];
    int count = 0;
    DIR *directory = opendir(path);
    if (!directory) {
        tell(path, -1);
        return;
    }
    for (struct dirent *entry; (entry = readdir(directory));)
        snprintf(names[count++], sizeof names[0], "%s%s", entry->d_name,
                 entry->d_type == DT_DIR ? "/" : entry->d_type == DT_LNK ? "@" : "");
    closedir(directory);
    qsort(names, count, sizeof names[0], (int (*)(const void *, const void *))strcmp);
    printf("%s:", path);
    for (int n = 0; n < count; n++)
        printf(" %s", names[n]);
    printf("\n");
}

static void transfer(void) {
    char buffer[64] = {0};
    int file = open("d/a", O_RDWR | O_CREAT | O_EXCL, 0640);
    tell("open", file);
    tell("open again", open("d/a", O_RDWR | O_CREAT | O_EXCL, 0640));
    tell("write", write(file, "hello, world", 12));
    tell("seek", lseek(file, 7, SEEK_SET));
    tell("read", read(file, buffer, 5));
    printf("%s\n", buffer);
    tell("seek back", lseek(file, -20, SEEK_CUR));
    tell("seek whence", lseek(file, 0, 17));
    tell("end", lseek(file, 3, SEEK_END));
    tell("write behind", write(file, "!", 1));
    tell("pread", pread(file, buffer, 64, 10));
    for (int n = 0; n < 6; n++)
        printf("%d ", buffer[n]);
    printf("\n");
    tell("pwrite", pwrite(file, "J", 1, 0));
    tell("where", lseek(file, 0, SEEK_CUR));
    int twin = dup(file);
    tell("dup", twin);
    lseek(twin, 1, SEEK_SET);
    tell("shared offset", lseek(file, 0, SEEK_CUR));
    struct stat status;
    tell("fstat", fstat(file, &status));
    printf("%ld %o %d %d\n", (long)status.st_size, status.st_mode, (int)status.st_nlink,
           S_ISREG(status.st_mode));
    tell("ftruncate", ftruncate(file, 4));
    tell("ftruncate", ftruncate(file, 6));
    tell("ftruncate", ftruncate(file, -1));
    tell("fsync", fsync(file));
    struct iovec parts[2] = {{buffer, 3}, {buffer + 8, 8}};
    lseek(file, 0, SEEK_SET);
    tell("readv", readv(file, parts, 2));
    printf("%.3s %.1s %d\n", buffer, buffer + 8, buffer[9]);
    tell("close", close(twin));
    tell("close", close(file));
    tell("close again", close(file));
    tell("read closed", read(file, buffer, 1));
    tell("write closed", write(file, buffer, 1));
    tell("seek closed", lseek(file, 0, SEEK_SET));
    file = open("d/a", O_WRONLY | O_APPEND);
    tell("read a file for writing", read(file, buffer, 1));
    tell("append", write(file, "end", 3));
    tell("flags", fcntl(file, F_GETFL) & (O_ACCMODE | O_APPEND));
    tell("where", lseek(file, 0, SEEK_CUR));
    close(file);
    file = open("d/a", O_RDONLY);
    tell("write to a file for reading", write(file, "x", 1));
    tell("ftruncate a file for reading", ftruncate(file, 0));
    tell("read all", read(file, buffer, 64));
    printf("%.4s|%.3s\n", buffer, buffer + 6);
    tell("read the end", read(file, buffer, 64));
    close(file);
}

static void names(void) {
    struct stat status;
    tell("mkdir", mkdir("d/sub", 0755));
    tell("mkdir again", mkdir("d/sub", 0755));
    tell("mkdir nowhere", mkdir("nowhere/sub", 0755));
    tell("open nothing", open("d/nothing", O_RDONLY));
    tell("open below a file", open("d/a/b", O_RDONLY));
    tell("open a file/", open("d/a/", O_RDONLY));
    tell("write to a directory", open("d/sub", O_WRONLY));
    tell("O_DIRECTORY", open("d/a", O_RDONLY | O_DIRECTORY));
    int directory = open("d", O_RDONLY | O_DIRECTORY);
    tell("read a directory", read(directory, &status, 1));
    int inner = openat(directory, "sub/x", O_WRONLY | O_CREAT, 0600);
    tell("openat", inner);
    tell("fstatat", fstatat(directory, "sub/x", &status, 0));
    close(inner);
    close(directory);
    tell("rmdir", rmdir("d/sub"));
    tell("unlink a directory", unlink("d/sub"));
    tell("rmdir a file", rmdir("d/a"));
    tell("stat", stat("d/sub", &status));
    printf("%d %d\n", S_ISDIR(status.st_mode), (int)(status.st_mode & 0777));
    tell("symlink", symlink("sub/x", "d/soft"));
    tell("lstat", lstat("d/soft", &status));
    printf("%d %ld\n", S_ISLNK(status.st_mode), (long)status.st_size);
    tell("stat", stat("d/soft", &status));
    printf("%d\n", S_ISREG(status.st_mode));
    char target[16] = {0};
    tell("readlink", readlink("d/soft", target, sizeof target));
    puts(target);
    tell("readlink of a file", readlink("d/a", target, sizeof target));
    symlink("loop", "d/loop");
    tell("loop", open("d/loop", O_RDONLY));
    tell("link", link("d/a", "d/hard"));
    stat("d/a", &status);
    printf("links %d\n", (int)status.st_nlink);
    list("d");
    list("d/sub");
    list("d/nothing");
    tell("rename", rename("d/a", "d/sub/b"));
    tell("rename over", rename("d/sub/x", "d/sub/b"));
    tell("rename nothing", rename("d/a", "d/c"));
    tell("rename onto a directory", rename("d/hard", "d/sub"));
    tell("rename a directory", rename("d/sub", "d/other"));
    tell("rename into itself", rename("d/other", "d/other/in"));
    tell("access", access("d/hard", R_OK));
    tell("access", access("d/gone", F_OK));
    tell("truncate", truncate("d/hard", 2));
    stat("d/hard", &status);
    printf("%ld\n", (long)status.st_size);
    list("d");
    list("d/other");
    tell("chdir", chdir("d/other"));
    tell("relative", access("../hard", F_OK));
    tell("chdir to a file", chdir("../hard"));
    tell("chdir", chdir("../.."));
    tell("empty path", open("", O_RDONLY));
    int open_file = open("d/hard", O_RDWR);
    tell("unlink", unlink("d/hard"));
    tell("still there", read(open_file, target, 2));
    close(open_file);
    tell("unlink", unlink("d/other/b"));
    tell("unlink", unlink("d/soft"));
    tell("remove", remove("d/loop"));
    tell("remove", remove("d/other"));
}

int main(void) {
    tell("mkdir", mkdir("d", 0755));
    transfer();
    names();
    list("d");
    tell("rmdir", rmdir("d"));
    return 0;
}
