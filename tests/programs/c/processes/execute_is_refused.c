//@ verdict: unsupported
//@ about: a process cannot turn into another program
#include <unistd.h>

int main(void) {
    if (fork() == 0)
        execl("/bin/true", "true", (char *)0);
    return 0;
}
