//@ verdict: error
//@ kind: assertion
//@ about: the length of one buffer is read before its characters change
#include <assert.h>
#include <pthread.h>

#include <string.h>
struct buffer { pthread_mutex_t lock; int length; char text[8]; };
struct buffer shared = { PTHREAD_MUTEX_INITIALIZER, 5, "hello" };

static int length_of(struct buffer *buffer) {
    pthread_mutex_lock(&buffer->lock);
    int length = buffer->length;
    pthread_mutex_unlock(&buffer->lock);
    return length;
}

static void copy(struct buffer *from, char *to, int length) {
    pthread_mutex_lock(&from->lock);
    assert(length <= from->length);
    memcpy(to, from->text, length);
    pthread_mutex_unlock(&from->lock);
}

void *erase(void *unused) {
    pthread_mutex_lock(&shared.lock);
    shared.length = 0;
    pthread_mutex_unlock(&shared.lock);
    return 0;
}

int main(void) {
    pthread_t one;
    char mine[8];
    pthread_create(&one, 0, erase, 0);
    copy(&shared, mine, length_of(&shared));
    pthread_join(one, 0);
}
