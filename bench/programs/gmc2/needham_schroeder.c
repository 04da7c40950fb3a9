/* The Needham-Schroeder public-key protocol, with an intruder who is the network: all that Alice
 * and Bob send arrives at him, and all that they receive comes from him. He reads what is
 * encrypted with his key, keeps what is not, and sends what he can compose of the nonces that
 * he knows, or what he has kept.
 *
 *   1. A -> B  {Na, A}Kb     2. B -> A  {Na, Nb}Ka     3. A -> B  {Nb}Kb
 *
 * The error is Lowe's attack: Bob believes that he has talked with Alice, who has never asked
 * for him. With LOWE, message 2 also names its sender, and there is no attack. */
#include <pthread.h>
#include <trailhound.h>

#ifndef TURNS
#define TURNS 10
#endif

enum agent { ALICE, BOB, INTRUDER, AGENTS };

struct message {
    int kind;
    enum agent key;    /* whose public key it is encrypted with */
    enum agent nonce;  /* whose nonce it begins with */
    int second;        /* an agent in message 1, the owner of a nonce in message 2 */
    enum agent sender; /* in message 2, with LOWE */
};

struct channel {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int full, closed;
    struct message message;
};

static struct channel to_agent[2], from_agent[2];
static int asked_for_bob;

static void open_channel(struct channel *channel) {
    pthread_mutex_init(&channel->lock, 0);
    pthread_cond_init(&channel->changed, 0);
}

static void close_channel(struct channel *channel) {
    pthread_mutex_lock(&channel->lock);
    channel->closed = 1;
    pthread_cond_broadcast(&channel->changed);
    pthread_mutex_unlock(&channel->lock);
}

/* False if nobody will ever receive it. */
static int send(struct channel *channel, struct message message) {
    pthread_mutex_lock(&channel->lock);
    while (channel->full && !channel->closed)
        pthread_cond_wait(&channel->changed, &channel->lock);
    int open = !channel->closed;
    if (open) {
        channel->message = message;
        channel->full = 1;
        pthread_cond_broadcast(&channel->changed);
    }
    pthread_mutex_unlock(&channel->lock);
    return open;
}

/* False if nothing will ever come. */
static int receive(struct channel *channel, struct message *message) {
    pthread_mutex_lock(&channel->lock);
    while (!channel->full && !channel->closed)
        pthread_cond_wait(&channel->changed, &channel->lock);
    int open = channel->full;
    if (open) {
        *message = channel->message;
        channel->full = 0;
        pthread_cond_broadcast(&channel->changed);
    }
    pthread_mutex_unlock(&channel->lock);
    return open;
}

/* False if nothing is there, or nobody can take more: the intruder does not wait. */
static int try_receive(struct channel *channel, struct message *message) {
    pthread_mutex_lock(&channel->lock);
    int full = channel->full;
    if (full) {
        *message = channel->message;
        channel->full = 0;
        pthread_cond_broadcast(&channel->changed);
    }
    pthread_mutex_unlock(&channel->lock);
    return full;
}

static void try_send(struct channel *channel, struct message message) {
    pthread_mutex_lock(&channel->lock);
    if (!channel->full) {
        channel->message = message;
        channel->full = 1;
        pthread_cond_broadcast(&channel->changed);
    }
    pthread_mutex_unlock(&channel->lock);
}

static void *alice(void *unused) {
    (void)unused;
    enum agent partner = th_toss(2) ? BOB : INTRUDER;
    struct message message = {1, partner, ALICE, ALICE, ALICE};
    asked_for_bob = partner == BOB;
    if (!send(&from_agent[ALICE], message) || !receive(&to_agent[ALICE], &message))
        return 0;
    if (message.kind != 2 || message.key != ALICE || message.nonce != ALICE)
        return 0;
#ifdef LOWE
    if (message.sender != partner)
        return 0;
#endif
    struct message answer = {3, partner, message.second, 0, ALICE};
    send(&from_agent[ALICE], answer);
    return 0;
}

static void *bob(void *unused) {
    (void)unused;
    struct message message;
    if (!receive(&to_agent[BOB], &message) || message.kind != 1 || message.key != BOB)
        return 0;
    enum agent partner = message.second;
    struct message answer = {2, partner, message.nonce, BOB, BOB};
    if (!send(&from_agent[BOB], answer) || !receive(&to_agent[BOB], &message))
        return 0;
    if (message.kind != 3 || message.key != BOB || message.nonce != BOB)
        return 0;
    th_assert(partner != ALICE || asked_for_bob);
    return 0;
}

static enum agent known_nonce(const int *knows) {
    enum agent known[AGENTS];
    unsigned count = 0;
    for (int agent = 0; agent < AGENTS; agent++)
        if (knows[agent])
            known[count++] = agent;
    return known[th_toss(count)];
}

static void intruder(void) {
    int knows[AGENTS] = {0, 0, 1};
    struct message kept;
    int has_kept = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        struct message message;
        enum agent agent = th_toss(2) ? ALICE : BOB;
        switch (th_toss(3)) {
        case 0:
            if (!try_receive(&from_agent[agent], &message))
                break;
            if (message.key != INTRUDER) {
                kept = message;
                has_kept = 1;
                break;
            }
            knows[message.nonce] = 1;
            if (message.kind == 2)
                knows[message.second] = 1;
            break;
        case 1:
            if (has_kept)
                try_send(&to_agent[agent], kept);
            break;
        default:
            message.kind = 1 + th_toss(3);
            message.key = agent;
            message.nonce = known_nonce(knows);
            message.second = 0;
            message.sender = INTRUDER;
            if (message.kind == 1)
                message.second = th_toss(AGENTS);
            else if (message.kind == 2)
                message.second = known_nonce(knows);
            try_send(&to_agent[agent], message);
        }
    }
}

int main(void) {
    pthread_t first, second;
    for (int agent = 0; agent < 2; agent++) {
        open_channel(&to_agent[agent]);
        open_channel(&from_agent[agent]);
    }
    pthread_create(&first, 0, alice, 0);
    pthread_create(&second, 0, bob, 0);
    intruder();
    for (int agent = 0; agent < 2; agent++) {
        close_channel(&to_agent[agent]);
        close_channel(&from_agent[agent]);
    }
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
