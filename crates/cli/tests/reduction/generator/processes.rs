//! Programs of several processes: they share a mapping with semaphores, a mutex and numbers,
//! pipes and a message queue, and have their own globals besides. In the end the first process
//! waits for its children and notes what they left behind.

use super::{Batch, Pen, Program, Writing};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

/// What the processes of a program are about; each program has a few of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Numbers,
    Atomics,
    Globals,
    Heap,
    Semaphores,
    Mutex,
    Pipes,
    Queues,
    Threads,
    Waiting,
    Grandchildren,
    Asserts,
    Tosses,
    Assumptions,
    EarlyEnds,
    Unmapping,
    /// Functions that run when a process exits.
    Handlers,
    /// The first thread ends before the others of its process.
    LastThreads,
}

const FEATURES: [Feature; 18] = [
    Feature::Numbers,
    Feature::Atomics,
    Feature::Globals,
    Feature::Heap,
    Feature::Semaphores,
    Feature::Mutex,
    Feature::Pipes,
    Feature::Queues,
    Feature::Threads,
    Feature::Waiting,
    Feature::Grandchildren,
    Feature::Asserts,
    Feature::Tosses,
    Feature::Assumptions,
    Feature::EarlyEnds,
    Feature::Unmapping,
    Feature::Handlers,
    Feature::LastThreads,
];

/// Writes the program of a seed.
pub fn batch(seed: u64) -> Batch {
    let mut dice = StdRng::seed_from_u64(seed);
    let children = dice.random_range(1..=2);
    let count = dice.random_range(2..=5);
    let mut features = FEATURES.to_vec();
    features.shuffle(&mut dice);
    features.truncate(count);
    let mut writer = Writer {
        pen: Pen::new(dice),
        features,
        has_grandchild: false,
    };
    writer.program(children);
    let program = Program {
        seed,
        options: vec!["--pipe-capacity", "2"],
        most_states: "300000",
        argument: None,
        small: true,
        waits: false,
    };
    Batch {
        text: writer.pen.text,
        programs: vec![program],
    }
}

struct Writer {
    pen: Pen,
    features: Vec<Feature>,
    has_grandchild: bool,
}

impl Writing for Writer {
    fn pen(&mut self) -> &mut Pen {
        &mut self.pen
    }
}

const DECLARATIONS: &str = r#"#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "trailhound.h"

struct shared {
    sem_t permits, empty;
    pthread_mutex_t lock;
    int plain[2];
    atomic_int atomic;
};

int v0, v1, v_thread, v_status, v_shared0, v_shared1, v_atomic;
struct shared *shared;
int *block;
int ends[2], others[2];
mqd_t queue;
pthread_mutex_t own_lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&own_lock);
    v_thread = v_thread * 3 + v0;
    pthread_mutex_unlock(&own_lock);
    v0 += 1;
    return unused;
}

static void *post(void *unused) {
    atomic_fetch_add(&shared->atomic, 1);
    sem_post(&shared->empty);
    return unused;
}

static void leave(void) {
    v1 += shared->plain[1];
    atomic_fetch_add(&shared->atomic, 1);
}

static void prepare(void) {
    pthread_mutexattr_t attributes;
    struct mq_attr limits = {.mq_maxmsg = 1, .mq_msgsize = 1};
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(&shared->permits, 1, 1);
    sem_init(&shared->empty, 1, 0);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->lock, &attributes);
    block = malloc(sizeof *block);
    *block = 1;
    pipe(ends);
    pipe(others);
    queue = mq_open("/trailhound-generated", O_CREAT | O_RDWR, 0600, &limits);
    signal(SIGPIPE, SIG_IGN);
}
"#;

impl Writer {
    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    fn program(&mut self, children: usize) {
        self.pen.text.push_str(DECLARATIONS);
        self.block("int main(void)", |w| {
            w.line("pid_t child;");
            w.line("int status, number;");
            w.line("unsigned char byte = 1;");
            w.line("prepare();");
            for _ in 0..children {
                w.block("if ((child = fork()) == 0)", |w| {
                    let count = 1 + w.below(3);
                    w.statements(count);
                    w.child_ends();
                });
            }
            let count = w.below(3);
            w.statements(count);
            if w.has(Feature::LastThreads) && w.chance(0.3) {
                w.line("v0 += waitpid(-1, &status, WNOHANG) > 0;");
            }
            if w.has(Feature::Pipes) && w.chance(0.5) {
                w.lines(&["close(ends[1]);", "close(others[1]);"]);
            }
            w.line("while (wait(&status) > 0)");
            w.line("    v_status = v_status * 5 + WEXITSTATUS(status);");
            if !w.has(Feature::Unmapping) {
                w.lines(&[
                    "v_shared0 = shared->plain[0];",
                    "v_shared1 = shared->plain[1];",
                    "v_atomic = shared->atomic;",
                ]);
            }
            w.line("return 0;");
        });
    }

    fn child_ends(&mut self) {
        if self.has(Feature::LastThreads) && self.chance(0.5) {
            self.line("pthread_t last;");
            self.line("pthread_create(&last, NULL, post, NULL);");
            self.line("pthread_exit(NULL);");
            return;
        }
        let status = self.pick(&["v0", "v1 + 1", "2", "*block", "v_thread"]);
        let how = self.pick(&["_exit", "exit"]);
        self.line(&format!("{how}({status} & 7);"));
    }

    fn statements(&mut self, count: usize) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let index = self.below(self.features.len());
        let n = self.below(2);
        match self.features[index] {
            Feature::Numbers => {
                let m = self.below(2);
                let line = self.pick(&[
                    "shared->plain[N] = shared->plain[M] + 1;",
                    "shared->plain[N] += 2;",
                    "v1 = shared->plain[N];",
                ]);
                let line = line.replace('N', &n.to_string());
                self.line(&line.replace('M', &m.to_string()));
            }
            Feature::Atomics => {
                let line = self.pick(&[
                    "atomic_fetch_add(&shared->atomic, 3);",
                    "v0 += atomic_exchange(&shared->atomic, v1);",
                    "v1 = atomic_load(&shared->atomic);",
                ]);
                self.line(line);
            }
            Feature::Globals => {
                let line = self.pick(&["v0 += 1;", "v1 = v0 * 2 + 1;", "v0 ^= v1;"]);
                self.line(line);
            }
            Feature::Heap => {
                let line = self.pick(&[
                    "*block += v0 + 1;",
                    "free(block); block = malloc(sizeof *block); *block = 4;",
                    "v1 = *block;",
                ]);
                self.line(line);
            }
            Feature::Semaphores => self.semaphores(n),
            Feature::Mutex => {
                self.line("pthread_mutex_lock(&shared->lock);");
                self.line(&format!("shared->plain[{n}] += 1;"));
                if self.chance(0.9) {
                    self.line("pthread_mutex_unlock(&shared->lock);");
                }
            }
            Feature::Pipes => {
                let line = self.pick(&[
                    "write(ENDS[1], &byte, 1);",
                    "if (read(ENDS[0], &byte, 1) == 1) v0 += byte;",
                    "byte = v0 & 3; write(ENDS[1], &byte, 1);",
                    "close(ENDS[1]);",
                    "close(ENDS[0]);",
                    "write(ENDS[1], \"abc\", 3);",
                    "dup2(ends[1], others[1]);",
                ]);
                let pipe = self.pick(&["ends", "others"]);
                self.line(&line.replace("ENDS", pipe));
            }
            Feature::Queues => {
                let line = self.pick(&[
                    "mq_send(queue, (char *)&byte, 1, 1);",
                    "mq_receive(queue, (char *)&byte, 1, NULL); v0 += byte;",
                ]);
                self.line(line);
            }
            Feature::Threads => {
                self.block("", |w| {
                    w.line("pthread_t thread;");
                    w.line("pthread_create(&thread, NULL, work, NULL);");
                    if w.chance(0.4) {
                        w.line("v0 += 2;");
                    }
                    if w.chance(0.7) {
                        w.line("pthread_join(thread, NULL);");
                    }
                });
            }
            Feature::Waiting => {
                let line = self.pick(&[
                    "if (wait(&status) > 0) v1 = v1 * 3 + WEXITSTATUS(status);",
                    "if (waitpid(-1, &status, WNOHANG) > 0) v1 += 1;",
                    "v0 = getppid() == 1;",
                ]);
                self.line(line);
            }
            Feature::Grandchildren if !self.has_grandchild => {
                self.has_grandchild = true;
                self.block("if (fork() == 0)", |w| {
                    w.statement();
                    w.child_ends();
                });
            }
            Feature::Grandchildren => self.line("v0 += 1;"),
            Feature::Asserts => {
                let line = self.pick(&[
                    "assert(shared->plain[0] < 2);",
                    "assert(v0 < 4);",
                    "assert(shared->atomic != 6);",
                ]);
                self.line(line);
            }
            Feature::Tosses => self.line("number = th_toss(2); v0 += number;"),
            Feature::Assumptions => {
                let line = self.pick(&[
                    "shared->plain[0] = 2; th_assume(shared->atomic < 2);",
                    "shared->atomic = 2; th_assume(th_toss(2));",
                    "th_assume(shared->plain[0] != 2);",
                    "assert(shared->atomic != 2);",
                ]);
                self.line(line);
            }
            Feature::EarlyEnds => {
                let line = self.pick(&["if (v0 == 1) _exit(3);", "if (v1 > 1) exit(4);"]);
                self.line(line);
            }
            Feature::Handlers => self.line("atexit(leave);"),
            Feature::LastThreads => self.line("sem_wait(&shared->empty);"),
            Feature::Unmapping => {
                if self.chance(0.3) {
                    self.line("munmap(shared, sizeof *shared);");
                } else {
                    self.line("shared->plain[0] = 1;");
                }
            }
        }
    }

    fn semaphores(&mut self, n: usize) {
        if self.chance(0.6) {
            self.line("sem_wait(&shared->permits);");
            self.line(&format!("shared->plain[{n}] += 1;"));
            self.line("sem_post(&shared->permits);");
            return;
        }
        let line = self.pick(&[
            "sem_wait(&shared->empty);",
            "sem_post(&shared->empty);",
            "if (sem_trywait(&shared->permits) == 0) v0 += 2;",
        ]);
        self.line(line);
    }
}
