/* The Needham-Schroeder public-key protocol, with an intruder who is the network: all that Alice
 * and Bob send arrives at him, and all that they receive comes from him. He reads what is
 * encrypted with his key, keeps the last message that is not, and sends what he can compose of
 * the nonces that he knows, or what he has kept.
 *
 *   1. A -> B  {Na, A}Kb     2. B -> A  {Na, Nb}Ka     3. A -> B  {Nb}Kb
 *
 * The error is Lowe's attack: Bob believes that he has talked with Alice, who has never asked
 * for him. With LOWE, message 2 also names its sender, and there is no attack. */
#include <pthread.h>
#include <semaphore.h>
#include <trailhound.h>

#ifndef TURNS
#define TURNS 6
#endif

enum agent { ALICE, BOB, INTRUDER, AGENTS };

struct message {
    unsigned kind;   /* 0: there will be no more */
    unsigned key;    /* whose public key it is encrypted with */
    unsigned nonce;  /* whose nonce it begins with */
    unsigned second; /* an agent in message 1, the owner of a nonce in message 2 */
    unsigned sender; /* in message 2, with LOWE */
};

/* Two bits for each part, so that a message is written and read at once. */
static unsigned packed(struct message message) {
    return message.kind | message.key << 2 | message.nonce << 4 | message.second << 6 |
           message.sender << 8;
}

static struct message unpacked(unsigned word) {
    struct message message = {word & 3, word >> 2 & 3, word >> 4 & 3, word >> 6 & 3, word >> 8 & 3};
    return message;
}

/* One message at most is on its way. */
struct channel {
    sem_t room, filled;
    unsigned word;
};

static struct channel to_agent[2], from_agent[2];
static int asked_for_bob;

static void send(struct channel *channel, struct message message) {
    sem_wait(&channel->room);
    channel->word = packed(message);
    sem_post(&channel->filled);
}

static struct message taken(struct channel *channel) {
    unsigned word = channel->word;
    sem_post(&channel->room);
    return unpacked(word);
}

static struct message receive(struct channel *channel) {
    sem_wait(&channel->filled);
    return taken(channel);
}

static void *alice(void *unused) {
    unsigned partner = th_toss(2) ? BOB : INTRUDER;
    asked_for_bob = partner == BOB;
    struct message first = {1, partner, ALICE, ALICE, ALICE};
    send(&from_agent[ALICE], first);
    struct message second = receive(&to_agent[ALICE]);
    if (second.kind != 2 || second.key != ALICE || second.nonce != ALICE)
        return unused;
#ifdef LOWE
    if (second.sender != partner)
        return unused;
#endif
    struct message third = {3, partner, second.second, 0, ALICE};
    send(&from_agent[ALICE], third);
    return unused;
}

static void *bob(void *unused) {
    struct message first = receive(&to_agent[BOB]);
    if (first.kind != 1 || first.key != BOB)
        return unused;
    unsigned partner = first.second;
    struct message second = {2, partner, first.nonce, BOB, BOB};
    send(&from_agent[BOB], second);
    struct message third = receive(&to_agent[BOB]);
    if (third.kind != 3 || third.key != BOB || third.nonce != BOB)
        return unused;
    th_assert(partner != ALICE || asked_for_bob);
    return unused;
}

struct knowledge {
    unsigned nonces[AGENTS], count;
    struct message kept;
};

static void learn(struct knowledge *knowledge, unsigned nonce) {
    for (unsigned n = 0; n < knowledge->count; n++)
        if (knowledge->nonces[n] == nonce)
            return;
    knowledge->nonces[knowledge->count++] = nonce;
}

static void look_for_messages(struct knowledge *knowledge) {
    for (int agent = 0; agent < 2; agent++) {
        if (sem_trywait(&from_agent[agent].filled) != 0)
            continue;
        struct message message = taken(&from_agent[agent]);
        if (message.key != INTRUDER) {
            knowledge->kept = message;
            continue;
        }
        learn(knowledge, message.nonce);
        if (message.kind == 2)
            learn(knowledge, message.second);
    }
}

static unsigned known_nonce(const struct knowledge *knowledge) {
    return knowledge->nonces[th_toss(knowledge->count)];
}

static struct message composed(const struct knowledge *knowledge, unsigned receiver) {
    struct message message = {1 + th_toss(3), receiver, known_nonce(knowledge), 0, INTRUDER};
    if (message.kind == 1)
        message.second = th_toss(AGENTS);
    else if (message.kind == 2)
        message.second = known_nonce(knowledge);
    return message;
}

/* Sends, unless another message is on its way there. */
static void try_send(struct message message) {
    struct channel *channel = &to_agent[message.key];
    if (sem_trywait(&channel->room) != 0)
        return;
    channel->word = packed(message);
    sem_post(&channel->filled);
}

static void intruder(void) {
    struct knowledge knowledge = {{INTRUDER}, 1, {0}};
    for (int turn = 0; turn < TURNS; turn++) {
        look_for_messages(&knowledge);
        if (knowledge.kept.kind != 0 && th_toss(2))
            try_send(knowledge.kept);
        else
            try_send(composed(&knowledge, th_toss(2)));
    }
}

int main(void) {
    pthread_t first, second;
    for (int agent = 0; agent < 2; agent++) {
        sem_init(&to_agent[agent].room, 0, 1);
        sem_init(&to_agent[agent].filled, 0, 0);
        sem_init(&from_agent[agent].room, 0, 1);
        sem_init(&from_agent[agent].filled, 0, 0);
    }
    pthread_create(&first, 0, alice, 0);
    pthread_create(&second, 0, bob, 0);
    intruder();
    /* Whoever still waits for a message gets an empty one, whoever waits to send may. */
    for (int agent = 0; agent < 2; agent++) {
        sem_post(&from_agent[agent].room);
        sem_post(&from_agent[agent].room);
        for (int n = 0; n < 2; n++)
            sem_post(&to_agent[agent].filled);
    }
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
