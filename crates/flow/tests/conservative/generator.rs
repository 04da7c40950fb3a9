//! Random small concurrent C programs: marks, calls, locks of every kind, conditions, enums,
//! small numbers, branches, loops, recursion, pointers, atomic operations, and threads that
//! are started in every way.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::fmt::Write;

/// Writes the program of a seed.
pub fn program(seed: u64) -> String {
    let mut writer = Writer {
        dice: StdRng::seed_from_u64(seed),
        text: String::from(DECLARATIONS),
        indent: 1,
        marks: 0,
        budget: 0,
        parameter: false,
        main: false,
    };
    writer.program();
    writer.text
}

const DECLARATIONS: &str = r#"#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include "trailhound.h"

int x, y = 1, flag;
int pair[2];
struct { int level; pthread_mutex_t lock; } box;
enum mood { CALM, BUSY, DONE } mood;
signed char tiny = -1;
_Bool done;
unsigned short wide;
int go;
atomic_int count;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t paper = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
struct job { int kind; pthread_mutex_t *h_lock; };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, fork_[2];
struct job jobs[2] = {{0, &m}, {1, &box.lock}};
pthread_t handle[4];
sem_t h_signal;
int *h_place = &y;
void (*h_action)(int);
pthread_once_t h_once = PTHREAD_ONCE_INIT;

static void set(int *place, int value) { *place = value; }
static void with(pthread_mutex_t *lock) { pthread_mutex_lock(lock); th_mark("with"); pthread_mutex_unlock(lock); }
static int is_set(int *place) { return *place != 0; }
static void down(int n) { th_mark("down"); if (n > 0) down(n - 1); th_mark("up"); }
static void ping(int n);
static void pong(int n) { th_mark("pong"); if (n > 0) ping(n - 1); }
static void ping(int n) { th_mark("ping"); if (n > 0) pong(n - 1); }
static void once(void) { th_mark("once"); }
static void tell(int a) { if (a == 0) th_mark("tell 0"); else th_mark("tell"); }
static void *hand(void *argument) {
    struct job *job = argument;
    pthread_mutex_lock(job->h_lock);
    if (job->kind == 1) th_mark("kind 1");
    job->kind = 2;
    pthread_mutex_unlock(job->h_lock);
    return 0;
}
static void await_go(void) { pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&ready, &m); th_mark("gone"); pthread_mutex_unlock(&m); }
static void say_go(void) { pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&ready); pthread_mutex_unlock(&m); }
static int next_mood(void) { return mood == CALM ? BUSY : mood == BUSY ? DONE : CALM; }
static void seen_a(int a) { if (a == 0) th_mark("seen_a=0"); else if (a == 1) th_mark("seen_a=1"); else th_mark("seen_a=2"); }
static void seen_b(int a) { if (a == 0) th_mark("seen_b=0"); else if (a == 1) th_mark("seen_b=1"); else th_mark("seen_b=2"); x = a; }
"#;

struct Writer {
    dice: StdRng,
    text: String,
    indent: usize,
    marks: u32,
    /// Statements that may still be written in this function.
    budget: i32,
    /// There is an `i` to be used.
    parameter: bool,
    main: bool,
}

impl Writer {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(
            self.text,
            "{:width$}{}",
            "",
            text.as_ref(),
            width = self.indent * 4
        );
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.dice.random_range(0..bound)
    }

    fn program(&mut self) {
        let leaf = self.dice.random_bool(0.3);
        if leaf {
            self.function("static void *leaf(void *argument)", 2, false);
        }
        let workers = 1 + self.below(2);
        for worker in 0..workers {
            let head = format!("static void *worker{worker}(void *argument)");
            self.function(&head, 3, leaf);
        }
        self.main(workers);
    }

    fn function(&mut self, head: &str, budget: i32, creates: bool) {
        let _ = writeln!(self.text, "{head} {{");
        self.line("int i = (int)(intptr_t)argument;");
        self.line("(void)i;");
        self.parameter = true;
        self.budget = budget;
        if creates && self.dice.random_bool(0.4) {
            self.line("pthread_t handle_of_leaf;");
            self.line("pthread_create(&handle_of_leaf, 0, leaf, (void *)1);");
            self.statements();
            if self.dice.random_bool(0.5) {
                self.line("pthread_join(handle_of_leaf, 0);");
            }
        } else {
            self.statements();
        }
        if self.below(12) == 0 {
            self.line("pthread_exit(0);");
        }
        self.line("return 0;");
        let _ = writeln!(self.text, "}}");
    }

    fn main(&mut self, workers: u32) {
        let _ = writeln!(self.text, "int main(void) {{");
        self.main = true;
        self.parameter = false;
        self.budget = 2;
        self.line("sem_init(&h_signal, 0, 1);");
        if self.dice.random_bool(0.2) {
            self.line("h_action = tell;");
        }
        if self.dice.random_bool(0.3) {
            self.statement();
        }
        let joined = self.dice.random_bool(0.7);
        match self.below(6) {
            4 => {
                let job = self.below(2);
                self.line(format!(
                    "pthread_create(&handle[0], 0, hand, &jobs[{job}]);"
                ));
                if self.dice.random_bool(0.4) {
                    self.line("pthread_create(&handle[1], 0, hand, &jobs[1]);");
                    self.line("pthread_join(handle[1], 0);");
                } else {
                    self.statement();
                }
                if joined {
                    self.line("pthread_join(handle[0], 0);");
                }
            }
            5 => {
                // One waits for what the other says.
                self.line("pthread_create(&handle[0], 0, worker0, (void *)0);");
                match self.below(3) {
                    0 => self.line("say_go();"),
                    1 => self.line("go = 1; pthread_cond_broadcast(&ready);"),
                    _ => self.line("await_go();"),
                }
                if joined {
                    self.line("pthread_join(handle[0], 0);");
                }
            }
            0 => {
                self.line("for (int k = 0; k < 2; k++)");
                self.line("    pthread_create(&handle[k], 0, worker0, (void *)(intptr_t)k);");
                if self.dice.random_bool(0.5) {
                    self.statement();
                }
                if joined {
                    self.line("for (int k = 0; k < 2; k++) pthread_join(handle[k], 0);");
                }
            }
            1 => {
                // How many is not told by the text.
                self.line("int n = 1 + (int)th_toss(2);");
                self.line("for (int k = 0; k < n; k++) {");
                self.line("    pthread_t one;");
                self.line("    pthread_create(&one, 0, worker0, (void *)(intptr_t)k);");
                if joined {
                    self.line("    pthread_join(one, 0);");
                }
                self.line("}");
            }
            2 => {
                let entry = format!("worker{}", workers - 1);
                self.line(format!(
                    "pthread_create(&handle[0], 0, {entry}, (void *)0);"
                ));
                if self.dice.random_bool(0.5) {
                    self.line("pthread_join(handle[0], 0);");
                }
                self.line("if (x == 0)");
                self.line("    pthread_create(&handle[1], 0, worker0, (void *)1);");
                self.statement();
                if joined {
                    self.line("if (handle[1]) pthread_join(handle[1], 0);");
                }
            }
            _ => {
                self.line("pthread_create(&handle[0], 0, worker0, (void *)0);");
                self.statement();
                if workers > 1 {
                    self.line("pthread_create(&handle[1], 0, worker1, (void *)1);");
                    if joined {
                        self.line("pthread_join(handle[1], 0);");
                    }
                }
                if joined {
                    self.line("pthread_join(handle[0], 0);");
                }
            }
        }
        self.statement();
        match self.below(10) {
            0 => self.line("pthread_exit(0);"),
            1 => self.line("if (x == 1) exit(0);"),
            _ => {}
        }
        self.line("th_mark(\"end of main\");");
        self.line("return 0;");
        let _ = writeln!(self.text, "}}");
    }

    fn statements(&mut self) {
        let count = 1 + self.below(2);
        for _ in 0..count {
            self.statement();
        }
    }

    fn block(&mut self, head: &str) {
        self.line(format!("{head} {{"));
        self.indent += 1;
        self.statement();
        self.indent -= 1;
        self.line("}");
    }

    fn variable(&mut self) -> &'static str {
        let names = [
            "x",
            "y",
            "flag",
            "pair[0]",
            "pair[1]",
            "box.level",
            "pair[x & 1]",
            "mood",
            "tiny",
            "done",
            "wide",
        ];
        let index = self.below(names.len() as u32);
        names[index as usize]
    }

    fn value(&mut self) -> String {
        match self.below(5) {
            0 if self.parameter => "i".to_owned(),
            1 => self.variable().to_owned() + " & 1",
            2 => "!flag".to_owned(),
            _ => self.below(3).to_string(),
        }
    }

    fn lock(&mut self) -> String {
        match self.below(5) {
            0 => "&box.lock".to_owned(),
            1 if self.parameter => "&fork_[i & 1]".to_owned(),
            2 => format!("&fork_[{}]", self.below(2)),
            3 => "&fork_[y & 1]".to_owned(),
            _ => "&m".to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        let variable = self.variable();
        let value = self.below(3);
        match self.below(9) {
            6 => "tiny < 0".to_owned(),
            7 => format!("{variable} > {value}"),
            8 => format!("!done || mood == {value}"),
            0 => variable.to_owned(),
            1 => format!("is_set(&{variable})"),
            2 => format!("{variable} == 1 && flag == {value}"),
            3 => "th_toss(2)".to_owned(),
            4 => format!("{variable} != {value}"),
            _ => format!("{variable} == {value}"),
        }
    }

    fn mark(&mut self) {
        self.marks += 1;
        let mark = format!("th_mark(\"m{}\");", self.marks);
        self.line(mark);
    }

    fn statement(&mut self) {
        self.budget -= 1;
        if self.budget < -1 {
            self.mark();
            return;
        }
        let (variable, value) = (self.variable(), self.value());
        match self.below(32) {
            21 => {
                let lock = self.lock();
                self.line(format!("if (pthread_mutex_trylock({lock}) == 0) {{"));
                self.line("    th_mark(\"tried\");");
                self.indent += 1;
                self.statement();
                self.indent -= 1;
                self.line(format!("    pthread_mutex_unlock({lock});"));
                self.line("}");
            }
            22 => {
                let call = ["say_go();", "await_go();"][self.below(2) as usize];
                self.line(call);
            }
            23 => {
                self.line("pthread_mutex_lock(&m);");
                self.line("if (!go) {");
                self.line("    struct timespec soon = {0, 1};");
                self.line("    if (pthread_cond_timedwait(&ready, &m, &soon)) th_mark(\"late\");");
                self.line("}");
                self.line("pthread_mutex_unlock(&m);");
            }
            24 => {
                self.line("switch (mood) {");
                self.line("case CALM: mood = BUSY; break;");
                self.line("case BUSY: th_mark(\"busy\"); break;");
                self.line("case DONE: mood = CALM;");
                self.line("}");
            }
            25 => self.line("mood = next_mood();"),
            26 => {
                let kind = ["rd", "wr"][self.below(2) as usize];
                self.line(format!("pthread_rwlock_{kind}lock(&paper);"));
                self.statement();
                self.line("pthread_rwlock_unlock(&paper);");
            }
            27 => {
                self.line("while (mood == BUSY) {");
                self.line("    th_mark(\"still busy\");");
                self.line("    mood = DONE;");
                self.line("}");
            }
            28 => {
                self.line("pthread_spin_lock(&spin);");
                self.line(format!("{variable} = {value};"));
                self.line("pthread_spin_unlock(&spin);");
            }
            30 => {
                // A function of the library tells something by an address.
                let place = ["x", "flag", "go"][self.below(3) as usize];
                self.line(format!("sem_getvalue(&h_signal, &{place});"));
                self.line(format!("if ({place} == 1) th_mark(\"told\");"));
            }
            31 if !self.main => {
                let condition = self.condition();
                self.line(format!("if ({condition}) exit(0);"));
            }
            29 => {
                let value = self.below(2);
                self.line(format!(
                    "if (atomic_exchange(&count, {value}) == 1) th_mark(\"was 1\");"
                ));
            }
            0 | 1 => self.mark(),
            2 | 3 => self.line(format!("{variable} = {value};")),
            4 => {
                let condition = self.condition();
                self.block(&format!("if ({condition})"));
                if self.dice.random_bool(0.5) {
                    self.block("else");
                }
            }
            5 => {
                let lock = self.lock();
                self.line(format!("pthread_mutex_lock({lock});"));
                self.statement();
                self.line(format!("pthread_mutex_unlock({lock});"));
            }
            6 => {
                let lock = self.lock();
                self.block(&format!("if (pthread_mutex_trylock({lock}) == 0)"));
                self.line(format!("else flag = {value};"));
            }
            7 => {
                let turns = 1 + self.below(2);
                self.block(&format!("for (int j = 0; j < {turns}; j++)"));
            }
            8 => {
                let pointer = ["&x", "&y", "h_place", "x ? &flag : &y", "&pair[y & 1]"];
                let index = self.below(pointer.len() as u32);
                self.line(format!("set({}, {value});", pointer[index as usize]));
            }
            9 => {
                let lock = self.lock();
                self.line(format!("with({lock});"));
            }
            10 => {
                let function = ["seen_a", "seen_b"][self.below(2) as usize];
                let argument = match self.below(3) {
                    0 if self.parameter => "i".to_owned(),
                    1 => "x".to_owned(),
                    _ => self.below(3).to_string(),
                };
                self.line(format!("{function}(({argument}) & 1);"));
            }
            11 => {
                let depth = self.below(2);
                let function = ["down", "ping"][self.below(2) as usize];
                self.line(format!("{function}({depth});"));
            }
            12 => {
                self.line("count++;");
            }
            13 => {
                let wanted = self.below(2);
                self.line("{");
                self.line(format!("    int wanted = {wanted};"));
                self.line("    if (atomic_compare_exchange_strong(&count, &wanted, 2)) th_mark(\"exchanged\");");
                self.line("}");
            }
            14 => {
                let variable = if self.dice.random_bool(0.5) {
                    "x"
                } else {
                    "pair[0]"
                };
                self.line(format!("switch ({variable}) {{"));
                self.line("case 0: th_mark(\"case 0\"); break;");
                self.line("case 1: flag = 1; /* and on */");
                self.line("default: th_mark(\"others\");");
                self.line("}");
            }
            15 => self.line("if (h_action) h_action(x);"),
            16 => self.line("pthread_once(&h_once, once);"),
            17 => {
                self.line("for (int j = 0; j < (y & 1) + 1; j++) th_mark(\"turn\");");
            }
            18 => {
                self.line("{");
                self.line("    int own = 0, *place = &own;");
                self.line(format!("    set(place, {value});"));
                self.line("    if (own == 1) th_mark(\"own\");");
                self.line("}");
            }
            19 => self.line("h_place = &x;"),
            20 if !self.main => {
                let condition = self.condition();
                self.line(format!("if ({condition}) return 0;"));
            }
            _ => {
                self.line(format!("{variable} = {value};"));
                let condition = self.condition();
                self.line(format!("if ({condition}) th_mark(\"after\");"));
            }
        }
    }
}
