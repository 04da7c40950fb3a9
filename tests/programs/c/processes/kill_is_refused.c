//@ verdict: unsupported
//@ about: there are no signals
#include <signal.h>
#include <unistd.h>

int main(void) {
    pid_t child = fork();
    if (child == 0)
        pause();
    return kill(child, SIGTERM);
}
