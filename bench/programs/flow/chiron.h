/* What both versions of Chiron share: the user, the client, the display, and the news of artists. */
#ifndef CHIRON_H
#define CHIRON_H

/* The number of artists, and how many commands the user gives. */
#ifndef N
#define N 2
#endif
#ifndef COMMANDS
#define COMMANDS 2
#endif
#include "slot.h"

/* From the user to the client, and from the client to its data type: a rendezvous. The command
 * stays there until it has been carried out. */
enum command { NO_COMMAND, INSERT, REMOVE, QUIT };
struct channel {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum command command;
};
#define SILENT {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NO_COMMAND}
static struct channel keyboard = SILENT, operation = SILENT;

static void say(struct channel *channel, enum command command) {
    pthread_mutex_lock(&channel->lock);
    while (channel->command != NO_COMMAND)
        pthread_cond_wait(&channel->changed, &channel->lock);
    channel->command = command;
    pthread_cond_broadcast(&channel->changed);
    pthread_mutex_unlock(&channel->lock);
}

static void hear(struct channel *channel) {
    pthread_mutex_lock(&channel->lock);
    while (channel->command == NO_COMMAND)
        pthread_cond_wait(&channel->changed, &channel->lock);
    pthread_mutex_unlock(&channel->lock);
}

static void carried_out(struct channel *channel) {
    pthread_mutex_lock(&channel->lock);
    channel->command = NO_COMMAND;
    pthread_cond_broadcast(&channel->changed);
    pthread_mutex_unlock(&channel->lock);
}

/* What an artist has been told and has not yet looked at, and whether it is to stop. */
struct news {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int event[3];
    int closing;
};
#define NO_NEWS {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0}
#define NO_NEWS_FOR(artist) [artist] = NO_NEWS,
static struct news news[N + 1] = {EACH(NO_NEWS_FOR)};

static void tell(int artist, int event) {
    pthread_mutex_lock(&news[artist].lock);
    news[artist].event[event] = 1;
    pthread_cond_broadcast(&news[artist].changed);
    pthread_mutex_unlock(&news[artist].lock);
}

static void dismiss(int artist) {
    pthread_mutex_lock(&news[artist].lock);
    news[artist].closing = 1;
    pthread_cond_broadcast(&news[artist].changed);
    pthread_mutex_unlock(&news[artist].lock);
}

#define DISMISS(artist) dismiss(artist);

/* What is to be painted, the word that it is, and whether no more will come. */
static struct slot picture = EMPTY, painted = EMPTY;
static int dark;

static void draw(long artist, int event) {
    (void)artist;
    (void)event;
    put(&picture);
    take(&painted);
}

static void *display(void *argument) {
    (void)argument;
    for (;;) {
        take(&picture);
        if (dark)
            return NULL;
        th_mark("paint");
        put(&painted);
    }
}

static void *user(void *argument) {
    (void)argument;
    for (int command = 0; command < COMMANDS; command++) {
        if (th_toss(2))
            say(&keyboard, INSERT);
        else
            say(&keyboard, REMOVE);
    }
    say(&keyboard, QUIT);
    return NULL;
}

static void *client(void *argument) {
    (void)argument;
    for (;;) {
        hear(&keyboard);
        switch (keyboard.command) {
        case INSERT:
            say(&operation, INSERT);
            break;
        case REMOVE:
            say(&operation, REMOVE);
            break;
        default:
            say(&operation, QUIT);
            carried_out(&keyboard);
            return NULL;
        }
        carried_out(&keyboard);
    }
}

#endif
