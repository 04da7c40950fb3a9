//! Statements about what others can see of one another: accesses of every kind, right behind calls
//! that may block, in atomic functions and callbacks, and before assumptions.

use super::super::Writing;
use super::Writer;

/// What threads wait for.
#[derive(Clone, Copy, Debug)]
pub enum Waiting {
    Semaphore,
    Pipe,
    Futex,
    C11Lock,
    SpinLock,
    ReadWriteLock,
}

pub const WAITINGS: [Waiting; 6] = [
    Waiting::Semaphore,
    Waiting::Pipe,
    Waiting::Futex,
    Waiting::C11Lock,
    Waiting::SpinLock,
    Waiting::ReadWriteLock,
];

impl Waiting {
    /// What main does before there are threads.
    pub fn begins(self) -> &'static [&'static str] {
        match self {
            Waiting::Semaphore => &["sem_init(&permits, 0, 0);"],
            Waiting::Pipe => &["if (pipe(ends) != 0) return 1;"],
            Waiting::Futex | Waiting::ReadWriteLock => &[],
            Waiting::C11Lock => &["mtx_init(&c11_lock, mtx_plain);"],
            Waiting::SpinLock => &["pthread_spin_init(&spin, 0);"],
        }
    }

    /// What ends the waiting.
    pub fn ends(self) -> &'static [&'static str] {
        match self {
            Waiting::Semaphore => &["sem_post(&permits);"],
            Waiting::Pipe => &["if (write(ends[1], \"xyz\", 3) != 3) return NULL;"],
            Waiting::Futex => &[
                "__atomic_store_n(&v_word, 1, __ATOMIC_SEQ_CST);",
                "syscall(SYS_futex, &v_word, FUTEX_WAKE, 9, NULL, NULL, 0);",
            ],
            Waiting::C11Lock | Waiting::SpinLock | Waiting::ReadWriteLock => &[],
        }
    }

    /// Calls that wait and leave nothing behind.
    fn calls(self) -> &'static [&'static str] {
        match self {
            Waiting::Semaphore => &[
                "sem_wait(&permits); sem_post(&permits);",
                "sem_timedwait(&permits, &soon);",
            ],
            Waiting::Pipe => &["{ char byte; if (read(ends[0], &byte, 1) == 1) r = byte; }"],
            Waiting::Futex => &[
                "syscall(SYS_futex, &v_word, FUTEX_WAIT, 0, NULL, NULL, 0);",
                "syscall(SYS_futex, &v_word, FUTEX_WAIT, 0, &soon, NULL, 0);",
            ],
            Waiting::C11Lock => &["mtx_lock(&c11_lock); mtx_unlock(&c11_lock);"],
            Waiting::SpinLock => &["pthread_spin_lock(&spin); pthread_spin_unlock(&spin);"],
            Waiting::ReadWriteLock => &[
                "pthread_rwlock_rdlock(&rw); pthread_rwlock_unlock(&rw);",
                "pthread_rwlock_wrlock(&rw); pthread_rwlock_unlock(&rw);",
            ],
        }
    }

    /// Calls that wait, and those that let the next one in.
    fn around(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Waiting::Semaphore => &[("sem_wait(&permits);", "sem_post(&permits);")],
            Waiting::Pipe | Waiting::Futex | Waiting::C11Lock => {
                &[("pthread_mutex_lock(&m1);", "pthread_mutex_unlock(&m1);")]
            }
            Waiting::SpinLock => &[("pthread_spin_lock(&spin);", "pthread_spin_unlock(&spin);")],
            Waiting::ReadWriteLock => &[
                ("pthread_rwlock_rdlock(&rw);", "pthread_rwlock_unlock(&rw);"),
                ("pthread_rwlock_wrlock(&rw);", "pthread_rwlock_unlock(&rw);"),
            ],
        }
    }
}

impl Writer {
    /// A thread of a small program: it does a little, and looks at what others did.
    pub fn small_body(&mut self) {
        self.held.clear();
        if self.thread == 1 {
            self.lines(self.waiting.ends());
        }
        for _ in 0..1 + self.below(2) {
            self.small_statement();
        }
        self.line(&format!("v_result{} = r;", self.thread));
        self.line("return NULL;");
    }

    pub fn small_statement(&mut self) {
        // A cut execution has no final state: only a failure shows what it did.
        let cut = self.pick(&["r < 0", "th_toss(2) > 1"]);
        match self.below(9) {
            0 => self.atomic_function(),
            1 => self.assumption(),
            2 => self.blocking(),
            3 => self.plain(),
            4 => self.line(&format!("v_atomic1 = 9; th_assume({cut});")),
            5 => self.line("assert(v_atomic1 != 9);"),
            6 | 7 => self.line("r = __VERIFIER_atomic_get(&v0) + 10 * v_atomic0;"),
            _ => self.line("v_atomic0 = 5; __VERIFIER_atomic_add(&v0, 1);"),
        }
    }

    /// An access to shared memory, of any kind.
    pub fn access(&mut self) {
        let text = self.pick(&[
            "v_large.rest = v_large.rest + 1;",
            "v_large = v_other;",
            "v_other = v_large;",
            "r = rest_of(v_large);",
            "{ struct large copy = v_large; r = copy.rest; }",
            "memcpy(&v_array[2], &v_array[0], 2 * sizeof(int));",
            "r = memcmp(&v_array[0], &v_array[2], 2 * sizeof(int)) != 0;",
            "memset(&v_large, 0, sizeof v_large);",
            "r = (int)strlen(v_text);",
            "r = (int)measure(v_text);",
            "strcpy(v_text, \"bc\");",
            "snprintf(v_text, sizeof v_text, \"%d\", r & 7);",
            "v_text[0] = 'd';",
            "v_bits.low = r & 3;",
            "r = v_bits.high;",
            "v_array[1] = 4;",
            "__atomic_store_n(&v_array[1], 4, __ATOMIC_SEQ_CST);",
            "r = clock() > 60000;",
        ]);
        self.line(text);
    }

    /// A call that may block, and an access behind it.
    pub fn blocking(&mut self) {
        if !self.held.is_empty() {
            return self.access();
        }
        if self.chance(0.3) {
            let around = self.waiting.around();
            let (before, after) = around[self.below(around.len())];
            self.line(before);
            self.access();
            return self.line(after);
        }
        if !self.is_tidy() && self.chance(0.2) {
            self.line("call_once(&c11_once, initialise);");
        } else {
            let call = self.pick(self.waiting.calls());
            self.line(call);
        }
        self.access();
    }

    pub fn atomic_function(&mut self) {
        let text = self.pick(&[
            "r = __VERIFIER_atomic_get(&v0);",
            "__VERIFIER_atomic_add(&v0, 1);",
            "__VERIFIER_atomic_add(&v1, r);",
            "__VERIFIER_atomic_swap();",
            "atomic_callback(&v1, 2);",
            "for (int tries = 0; tries < 2 && !__VERIFIER_atomic_get(&v0); tries++) ;",
            "if (__VERIFIER_atomic_get(&v0) == __VERIFIER_atomic_get(&v1)) r = r + 1;",
            "assert(__VERIFIER_atomic_get(&v0) != 3);",
        ]);
        self.line(text);
    }

    pub fn assumption(&mut self) {
        let condition = self.condition_text();
        let place = self.place();
        let text = self.pick(&[
            "th_assume(CONDITION);",
            "__VERIFIER_assume(CONDITION);",
            "PLACE = 2; th_assume(CONDITION);",
            "PLACE = 3; th_assume(th_toss(2));",
            "PLACE = 1; if (th_toss(2)) __VERIFIER_assume(0);",
            "{ th_atomic_begin(); PLACE = 4; th_assume(CONDITION); th_atomic_end(); }",
            "assert(PLACE != 3);",
        ]);
        let text = text.replace("CONDITION", &condition);
        self.line(&text.replace("PLACE", place));
    }

    pub fn callback(&mut self) {
        let text = self.pick(&[
            "callback(&v0, 1);",
            "callback(task->place, 1);",
            "atomic_callback(&v0, 1);",
            "qsort(v_array, 2, sizeof *v_array, compared);",
            "{ int two[2] = {2, 1}; qsort(two, 2, sizeof *two, compared); r = two[0]; }",
            "pthread_setspecific(key, &v1);",
            "pthread_once(&once, __VERIFIER_atomic_swap);",
            "r = (int)measure(v_text);",
        ]);
        self.line(text);
    }
}
