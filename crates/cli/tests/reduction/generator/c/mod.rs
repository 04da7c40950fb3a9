//! Concurrent C programs: their declarations, threads and main.

mod accesses;
mod statements;

use super::{Batch, Pen, Program, Writing};
use accesses::{WAITINGS, Waiting};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

/// What the threads of a program are about; each program has a few of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Atomics,
    Mutexes,
    TryLocks,
    Conditions,
    Semaphores,
    ReadWriteLocks,
    Heap,
    /// Memory that becomes shared in a roundabout way.
    Escapes,
    Locals,
    Arrays,
    Branches,
    Loops,
    Tosses,
    AtomicSections,
    Calls,
    Asserts,
    Spinning,
    ThreadLocals,
    Barriers,
    Cancellation,
    Once,
    EarlyEnds,
    /// Functions that are atomic by their names.
    AtomicFunctions,
    Assumptions,
    /// Calls that may block, each with an access right behind it.
    Blocking,
    Callbacks,
    /// Accesses of more than a word, by the program or by library functions.
    Copies,
    /// Threads that start threads, and join or detach them.
    Threads,
}

const FEATURES: [Feature; 28] = [
    Feature::Atomics,
    Feature::Mutexes,
    Feature::TryLocks,
    Feature::Conditions,
    Feature::Semaphores,
    Feature::ReadWriteLocks,
    Feature::Heap,
    Feature::Escapes,
    Feature::Locals,
    Feature::Arrays,
    Feature::Branches,
    Feature::Loops,
    Feature::Tosses,
    Feature::AtomicSections,
    Feature::Calls,
    Feature::Asserts,
    Feature::Spinning,
    Feature::ThreadLocals,
    Feature::Barriers,
    Feature::Cancellation,
    Feature::Once,
    Feature::EarlyEnds,
    Feature::AtomicFunctions,
    Feature::Assumptions,
    Feature::Blocking,
    Feature::Callbacks,
    Feature::Copies,
    Feature::Threads,
];

/// What a small program is about, all at once: a few statements in which much can be seen.
const SMALL_FEATURES: [Feature; 3] = [
    Feature::AtomicFunctions,
    Feature::Assumptions,
    Feature::Blocking,
];

/// Those whose statements need not race.
const TIDY_FEATURES: [Feature; 8] = [
    Feature::Mutexes,
    Feature::ReadWriteLocks,
    Feature::Branches,
    Feature::Loops,
    Feature::AtomicSections,
    Feature::AtomicFunctions,
    Feature::Assumptions,
    Feature::Blocking,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Every variable and statement, most of them racing.
    Full,
    /// Plain accesses are few, so that whether they race depends on what comes before them.
    Tidy,
    /// The same in a few statements, whose effects the threads look at.
    Small,
}

/// Writes the program of a seed.
pub fn batch(seed: u64) -> Batch {
    let mut dice = StdRng::seed_from_u64(seed);
    let threads = dice.random_range(2..=3);
    let count = dice.random_range(2..=5);
    let style = match dice.random_range(0..5) {
        0 | 1 => Style::Small,
        2 => Style::Tidy,
        _ => Style::Full,
    };
    let mut features = match style {
        Style::Small => SMALL_FEATURES.to_vec(),
        Style::Tidy => TIDY_FEATURES.to_vec(),
        Style::Full => FEATURES.to_vec(),
    };
    features.shuffle(&mut dice);
    features.truncate(count);
    if features.contains(&Feature::Cancellation) {
        // To cancel a thread that waits at a barrier is not supported.
        features.retain(|&feature| feature != Feature::Barriers);
    }
    let waiting = WAITINGS[dice.random_range(0..WAITINGS.len())];
    let disorderly = style == Style::Full && dice.random_bool(0.2);
    let mut writer = Writer {
        pen: Pen::new(dice),
        features,
        style,
        waiting,
        disorderly,
        atomic_threads: Vec::new(),
        thread: 0,
        held: Vec::new(),
    };
    writer.program(threads);
    let text = writer.pen.text;
    let program = Program {
        seed,
        options: Vec::new(),
        argument: None,
        small: true,
        most_states: "300000",
        waits: text.contains("cond_wait("),
    };
    Batch {
        text,
        programs: vec![program],
    }
}

struct Writer {
    pen: Pen,
    features: Vec<Feature>,
    style: Style,
    /// Locks may be taken in any order and given back by anyone.
    disorderly: bool,
    /// How threads wait for one another in calls that block.
    waiting: Waiting,
    /// Threads that begin with an atomic function.
    atomic_threads: Vec<usize>,
    /// Whose statements are being written; main is 0.
    thread: usize,
    /// The mutexes that are locked where the next statement goes.
    held: Vec<usize>,
}

impl Writing for Writer {
    fn pen(&mut self) -> &mut Pen {
        &mut self.pen
    }
}

const DECLARATIONS: &str = r#"#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include "trailhound.h"

struct node { int value; struct node *next; };
struct task { int *place; struct node *node; int number; };

struct large { long parts[3]; int rest; };

int v0, v1, v_flag, v_local, v_joined;
int v_array[4];
atomic_int v_atomic0, v_atomic1;
int v_result0, v_result1, v_result2, v_result3;
__thread int own;
struct node *plain_node;
struct node *_Atomic atomic_node;
struct node *slots[2];
uintptr_t hidden;
int *local_place;
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_barrier_t barrier;
sem_t sem, permits;
int v_word, ends[2];
struct large v_large, v_other = {{1, 2, 3}, 4};
char v_text[8] = "a";
struct { unsigned low : 4, high : 4; } v_bits;
mtx_t c11_lock;
once_flag c11_once = ONCE_FLAG_INIT;
pthread_spinlock_t spin;
static const struct timespec soon = {0, 1};

int __VERIFIER_atomic_get(int *place) { return *place; }
void __VERIFIER_atomic_add(int *place, int amount) { *place = *place + amount; *place = *place + 1; }
void __VERIFIER_atomic_swap(void) { int old = v0; v0 = v1; v1 = old; }
static void (*volatile atomic_callback)(int *, int) = __VERIFIER_atomic_add;
static size_t (*volatile measure)(const char *) = strlen;
void __VERIFIER_assume(int);
static int rest_of(struct large copy) { return copy.rest; }
static int compared(const void *left, const void *right) { return *(const int *)left - *(const int *)right + v1; }
static void ended(void *place) { *(int *)place += 1; }
pthread_key_t key;

static struct node *made(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = NULL;
    return node;
}
static void add(int *place, int amount) { *place = *place + amount; }
static int twice(int *place) { return *place + *place; }
static void initialise(void) { v1 = v1 + 1; }
static void *brief(void *argument) { struct task *task = argument; v1 = v1 + 1; return task->node; }
static void (*volatile callback)(int *, int) = add;
"#;

impl Writer {
    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Most accesses are such that they cannot race.
    fn is_tidy(&self) -> bool {
        self.style != Style::Full
    }

    fn program(&mut self, threads: usize) {
        self.pen.text.push_str(DECLARATIONS);
        for thread in 1..=threads {
            self.thread = thread;
            self.pen.text.push('\n');
            if self.has(Feature::AtomicFunctions) && self.chance(0.3) {
                self.block(
                    &format!("void *__VERIFIER_atomic_thread{thread}(void *argument)"),
                    |writer| {
                        writer.line("struct task *task = argument;");
                        writer.line("int r = task->number;");
                        writer.plain();
                        writer.plain();
                        writer.line("return NULL;");
                    },
                );
                self.atomic_threads.push(thread);
                continue;
            }
            self.block(
                &format!("static void *thread{thread}(void *argument)"),
                |writer| writer.thread_body(threads),
            );
        }
        self.thread = 0;
        self.pen.text.push('\n');
        self.block("int main(void)", |writer| writer.main_body(threads));
    }

    fn thread_body(&mut self, threads: usize) {
        self.line("struct task *task = argument;");
        self.line("int r = task->number;");
        if self.style == Style::Small {
            return self.small_body();
        }
        let most = if threads == 2 { 6 } else { 3 };
        let count = 1 + self.below(most);
        self.held.clear();
        self.obligations();
        let lone = self.below(count);
        for number in 0..count {
            self.statement(2);
            if self.is_tidy() && number == lone {
                self.blocking();
            }
        }
        self.line(&format!("v_result{} = r;", self.thread));
        let value = self.pick(&["NULL", "(void *)(intptr_t)r", "made(r)", "task->node"]);
        self.line(&format!("return {value};"));
    }

    /// What others wait for, so that not every program ends in a deadlock.
    fn obligations(&mut self) {
        if self.thread == 1 && self.has(Feature::Conditions) {
            let wake = self.pick(&[
                "pthread_cond_signal(&cond);",
                "pthread_cond_broadcast(&cond);",
            ]);
            for line in [
                "pthread_mutex_lock(&m0);",
                "v_flag = 1;",
                wake,
                "pthread_mutex_unlock(&m0);",
            ] {
                self.line(line);
            }
        }
        if self.thread == 1 && self.has(Feature::Spinning) {
            self.line("atomic_store(&v_atomic1, 5);");
        }
        if self.has(Feature::Semaphores) && self.chance(0.8) {
            self.line("sem_post(&sem);");
        }
        if self.thread == 1 && (self.is_tidy() || self.has(Feature::Blocking)) {
            self.lines(self.waiting.ends());
        }
        if self.has(Feature::Barriers) && self.chance(0.95) {
            self.line(
                "if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) r = r + 10;",
            );
        }
    }

    fn main_body(&mut self, threads: usize) {
        self.line("int x = 0, r = 0;");
        self.line("struct node first = {1, NULL};");
        self.line("struct task start = {&x, &first, 0}, *task = &start;");
        if self.has(Feature::Semaphores) {
            let start = self.below(2);
            self.line(&format!("sem_init(&sem, 0, {start});"));
        }
        if self.has(Feature::Barriers) {
            self.line(&format!("pthread_barrier_init(&barrier, NULL, {threads});"));
        }
        if self.is_tidy() || self.has(Feature::Blocking) {
            self.lines(self.waiting.begins());
        }
        if self.has(Feature::Callbacks) {
            self.line("pthread_key_create(&key, ended);");
        }
        let own_tasks = self.chance(0.4);
        for thread in 1..=threads {
            self.line(&format!("pthread_t t{thread};"));
            let mut task = "task".to_owned();
            if own_tasks {
                task = format!("task{thread}");
                self.line(&format!("struct task *{task} = malloc(sizeof *{task});"));
                self.line(&format!("*{task} = start;"));
                self.line(&format!("{task}->number = {thread};"));
                if self.chance(0.5) {
                    self.line(&format!("{task}->node = made({thread});"));
                }
            }
            let prefix = match self.atomic_threads.contains(&thread) {
                true => "__VERIFIER_atomic_",
                false => "",
            };
            self.line(&format!(
                "pthread_create(&t{thread}, NULL, {prefix}thread{thread}, {task});"
            ));
        }
        self.held.clear();
        if self.style == Style::Small {
            self.small_statement();
        } else if self.chance(0.4) {
            self.statement(1);
        }
        if self.has(Feature::Cancellation) && self.chance(0.6) {
            self.line("pthread_cancel(t1);");
        }
        let left = self.has(Feature::EarlyEnds) && self.chance(0.5);
        let mut order: Vec<usize> = (1..=threads).collect();
        order.shuffle(&mut self.pen.dice);
        for thread in order {
            if left && thread == threads {
                continue;
            }
            if self.chance(0.2) {
                self.line(&format!("void *returned{thread};"));
                self.line(&format!("pthread_join(t{thread}, &returned{thread});"));
                self.line(&format!("v_joined = returned{thread} != NULL;"));
            } else {
                self.line(&format!("pthread_join(t{thread}, NULL);"));
            }
            if self.chance(0.4) || self.style == Style::Small {
                self.access();
            }
        }
        self.line("v_local = x + first.value;");
        self.line("v_result0 = r;");
        let status = self.pick(&["0", "0", "v0 & 1"]);
        self.line(&format!("return {status};"));
    }
}
