//@ verdict: error
//@ kind: assertion
//@ line: 25
//@ args: --file /tmp/
//@ about: a write to a number that another thread may open meanwhile fails or not
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *opens(void *unused) {
    open("/tmp/notes", O_WRONLY | O_CREAT, 0644);
    return unused;
}

int main(void) {
    pthread_t opener;
    pthread_create(&opener, NULL, opens, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    ssize_t first = write(3, "x", 1);
    ssize_t second = write(3, "x", 1);
    assert(first == second); //~ assertion
    pthread_join(opener, NULL);
    return 0;
}
