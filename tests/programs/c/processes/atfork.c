//@ verdict: ok
//@ about: functions of pthread_atfork run before a fork in reverse order, and after it in parent and child
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int order[8], count;

static void before_1(void) { order[count++] = 1; }
static void before_2(void) { order[count++] = 2; }
static void parent_1(void) { order[count++] = 11; }
static void parent_2(void) { order[count++] = 12; }
static void child_1(void) { order[count++] = 21; }

int main(void) {
    int status;
    assert(pthread_atfork(before_1, parent_1, child_1) == 0);
    assert(pthread_atfork(before_2, parent_2, NULL) == 0);
    assert(pthread_atfork(NULL, NULL, NULL) == 0);
    pid_t child = fork();
    assert(child >= 0 && order[0] == 2 && order[1] == 1);
    if (child == 0) {
        assert(count == 3 && order[2] == 21);
        _exit(7);
    }
    assert(count == 4 && order[2] == 11 && order[3] == 12);
    assert(wait(&status) == child && WEXITSTATUS(status) == 7);
    return 0;
}
