//@ files: yes
// Slashes at the end of paths, and paths that end in dots: what calls on files do with them.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void show(const char *what, long result) {
    if (result < 0)
        printf("%s: %ld, errno %d\n", what, result, errno);
    else
        printf("%s: done\n", what);
    errno = 0;
}

#define SHOW(call) show(#call, (long)(call))

int main(void) {
    struct stat status;
    char target[8];
    close(creat("file", 0644));
    mkdir("directory", 0755);
    symlink("file", "to-file");
    symlink("directory", "to-directory");
    symlink("missing", "to-missing");
    symlink("file/", "to-file-slash");
    symlink("missing/", "to-missing-slash");
    symlink("loop", "loop");

    SHOW(open("file/", O_RDONLY));
    SHOW(open("file/", O_RDWR | O_CREAT, 0644));
    SHOW(open("file/", O_RDWR | O_CREAT | O_EXCL, 0644));
    SHOW(open("new/", O_RDWR | O_CREAT, 0644));
    SHOW(open("new/", O_RDWR | O_CREAT | O_EXCL, 0644));
    SHOW(open("new/", O_RDONLY));
    SHOW(open("directory/", O_RDONLY));
    SHOW(open("directory/", O_RDONLY | O_CREAT, 0644));
    SHOW(open("directory/", O_RDONLY | O_CREAT | O_EXCL, 0644));
    SHOW(open("directory//", O_RDONLY));
    SHOW(open("directory/.", O_RDONLY | O_CREAT, 0644));
    SHOW(open("directory/..", O_RDONLY | O_CREAT | O_EXCL, 0644));
    SHOW(open("to-file/", O_RDONLY));
    SHOW(open("to-file/", O_RDONLY | O_CREAT, 0644));
    SHOW(open("to-directory/", O_RDONLY));
    SHOW(open("to-directory/", O_RDONLY | O_NOFOLLOW));
    SHOW(open("to-directory", O_RDONLY | O_NOFOLLOW));
    SHOW(open("to-missing/", O_RDONLY));
    SHOW(open("to-missing/", O_RDWR | O_CREAT, 0644));
    SHOW(open("to-missing", O_RDWR | O_CREAT | O_EXCL, 0644));
    SHOW(open("to-file-slash", O_RDONLY));
    SHOW(open("to-missing-slash", O_RDWR | O_CREAT, 0644));
    SHOW(open("loop/", O_RDONLY));
    SHOW(open("missing/file", O_RDWR | O_CREAT, 0644));
    SHOW(open("file/x", O_RDWR | O_CREAT, 0644));
    SHOW(open("file/.", O_RDONLY));
    SHOW(open("file/..", O_RDONLY));
    SHOW(open("", O_RDONLY));
    SHOW(open("/", O_RDONLY));
    SHOW(open("/", O_RDWR | O_CREAT, 0644));

    SHOW(stat("file/", &status));
    SHOW(lstat("to-file/", &status));
    SHOW(lstat("to-directory/", &status));
    printf("%d\n", S_ISDIR(status.st_mode));
    SHOW(lstat("to-missing/", &status));
    SHOW(access("file/", F_OK));
    SHOW(chmod("file/", 0644));
    SHOW(truncate("file/", 0));
    SHOW(truncate("directory/", 0));
    SHOW(chdir("file/"));
    SHOW(readlink("to-file/", target, sizeof target));
    SHOW(readlink("to-directory/", target, sizeof target));
    SHOW(readlink("to-missing/", target, sizeof target));
    SHOW(readlink("file", target, sizeof target));

    SHOW(mkdir("made/", 0755));
    SHOW(mkdir("made//", 0755));
    SHOW(mkdir("file/", 0755));
    SHOW(mkdir("file", 0755));
    SHOW(mkdir("to-missing/", 0755));
    SHOW(mkdir("to-missing", 0755));
    SHOW(mkdir("to-directory/", 0755));
    SHOW(mkdir("missing/x", 0755));
    SHOW(mkdir("made/.", 0755));
    SHOW(mkdir("made/..", 0755));
    SHOW(mkdir("/", 0755));
    SHOW(mkdir("none/.", 0755));

    SHOW(unlink("file/"));
    SHOW(unlink("missing/"));
    SHOW(unlink("directory/"));
    SHOW(unlink("directory"));
    SHOW(unlink("to-file/"));
    SHOW(unlink("to-directory/"));
    SHOW(unlink("directory/."));
    SHOW(unlink("directory/.."));
    SHOW(rmdir("file/"));
    SHOW(rmdir("to-directory/"));
    SHOW(rmdir("to-directory"));
    SHOW(rmdir("to-missing/"));
    SHOW(rmdir("missing/"));
    SHOW(rmdir("made/."));
    SHOW(rmdir("made/.."));
    SHOW(rmdir("/"));
    SHOW(rmdir("made/"));
    SHOW(remove("file/"));
    SHOW(remove("to-directory/"));
    SHOW(remove("missing/"));

    SHOW(rename("file/", "other"));
    SHOW(rename("file", "other/"));
    SHOW(rename("file", "directory/"));
    SHOW(rename("file", "directory"));
    SHOW(rename("directory", "file"));
    SHOW(rename("directory", "file/"));
    SHOW(rename("directory/", "moved/"));
    SHOW(rename("moved", "directory/"));
    SHOW(rename("directory/", "directory/inside/"));
    SHOW(rename("directory/.", "other"));
    SHOW(rename("file", "directory/."));
    SHOW(rename("missing/", "other/"));
    SHOW(rename("to-file/", "other"));
    SHOW(rename("to-directory/", "other"));
    SHOW(rename("to-directory/", "other/"));
    SHOW(rename("directory", "to-directory/"));
    SHOW(rename("directory", "to-missing/"));
    SHOW(rename("file", "to-file/"));
    SHOW(rename("file/", "file/"));
    SHOW(rename("directory/", "directory/"));

    SHOW(link("file/", "name"));
    SHOW(link("file", "name/"));
    SHOW(link("file", "file/"));
    SHOW(link("file", "directory/"));
    SHOW(link("directory", "name"));
    SHOW(link("directory", "name/"));
    SHOW(link("missing", "name/"));
    SHOW(symlink("file", "name/"));
    SHOW(symlink("file", "file/"));
    SHOW(symlink("file", "directory/"));
    SHOW(symlink("file", "to-missing/"));
    SHOW(symlink("", "name"));
    SHOW(symlink("file", ""));
    return 0;
}
