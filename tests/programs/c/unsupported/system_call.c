//@ verdict: unsupported
//@ about: a child process cannot be checked
#include <sys/types.h>
#include <unistd.h>

int main(void) {
    pid_t child = fork();
    return child < 0 ? 1 : 0;
}
