//! The statements of the threads: one function for each subject.

use super::super::Writing;
use super::{Feature, Writer};

impl Writer {
    /// One statement, with at most `depth` levels of statements inside of it.
    pub fn statement(&mut self, depth: usize) {
        let mut subjects: Vec<Option<Feature>> = self.features.iter().copied().map(Some).collect();
        subjects.extend([None, None]);
        match subjects[self.below(subjects.len())] {
            None => self.plain(),
            Some(Feature::Atomics) => self.atomic(),
            Some(Feature::Mutexes) => self.mutex(depth),
            Some(Feature::TryLocks) => self.try_lock(depth),
            Some(Feature::Conditions) => self.condition(),
            Some(Feature::Semaphores) => self.semaphore(),
            Some(Feature::ReadWriteLocks) => self.read_write_lock(depth),
            Some(Feature::Heap) => self.heap(),
            Some(Feature::Escapes) => self.escape(),
            Some(Feature::Locals) => self.local(),
            Some(Feature::Arrays) => self.array(),
            Some(Feature::Branches) => self.branch(depth),
            Some(Feature::Loops) => self.repeat(depth),
            Some(Feature::Tosses) => self.toss(),
            Some(Feature::AtomicSections) => self.atomic_section(depth),
            Some(Feature::Calls) => self.call(),
            Some(Feature::Asserts) => self.assertion(),
            Some(Feature::Spinning) => self.spin(),
            Some(Feature::ThreadLocals) => self.thread_local(),
            Some(Feature::Cancellation) => self.cancellation_point(),
            Some(Feature::Once) => self.line("pthread_once(&once, initialise);"),
            Some(Feature::EarlyEnds) => self.early_end(),
            Some(Feature::Barriers) => self.line("sched_yield();"),
            Some(Feature::AtomicFunctions) => self.atomic_function(),
            Some(Feature::Assumptions) => self.assumption(),
            Some(Feature::Blocking) => self.blocking(),
            Some(Feature::Callbacks) => self.callback(),
            Some(Feature::Copies) => self.access(),
            Some(Feature::Threads) => self.thread(),
        }
    }

    fn inside(&mut self, depth: usize) {
        if depth > 0 {
            self.statement(depth - 1);
        } else {
            self.plain();
        }
    }

    /// Something shared that can be read and written.
    pub fn place(&mut self) -> &'static str {
        if self.is_tidy() {
            return self.pick(&["v_atomic0", "v_atomic1"]);
        }
        self.pick(&[
            "v0",
            "v0",
            "v1",
            "v1",
            "v_array[1]",
            "*task->place",
            "v_atomic0",
            "task->node->value",
        ])
    }

    pub fn condition_text(&mut self) -> String {
        let place = self.place();
        let text = self.pick(&["== 0", "== 1", "!= 0", "> 1", "== r"]);
        format!("{place} {text}")
    }

    pub fn plain(&mut self) {
        let place = self.place();
        let number = 1 + self.below(3);
        let text = match self.below(6) {
            0 => format!("{place}++;"),
            1 => format!("{place} = {number};"),
            2 => format!("r = {place};"),
            3 => format!("{place} = r + {number};"),
            4 => format!("r = {place} + {};", self.place()),
            _ => format!("{place} = {};", self.place()),
        };
        self.line(&text);
    }

    fn atomic(&mut self) {
        let variable = self.pick(&["v_atomic0", "v_atomic0", "v_atomic1"]);
        let text = match self.below(6) {
            0 => format!("atomic_fetch_add(&{variable}, 1);"),
            1 => format!("r = atomic_load_explicit(&{variable}, memory_order_acquire);"),
            2 => format!("atomic_store_explicit(&{variable}, r + 1, memory_order_release);"),
            3 => format!("r = atomic_exchange(&{variable}, 2);"),
            4 => {
                let expected = self.name("expected");
                format!(
                    "int {expected} = 0; if (atomic_compare_exchange_strong(&{variable}, &{expected}, 3)) v0 = 1; else r = {expected};"
                )
            }
            _ => "atomic_thread_fence(memory_order_seq_cst);".to_owned(),
        };
        self.line(&text);
    }

    /// A thread that this one starts.
    fn thread(&mut self) {
        let thread = self.name("child");
        self.line(&format!("pthread_t {thread};"));
        self.line(&format!("pthread_create(&{thread}, NULL, brief, task);"));
        self.plain();
        let end = self.pick(&["join({}, NULL)", "detach({})", "detach({})"]);
        let end = end.replace("{}", &thread);
        self.line(&format!("pthread_{end};"));
    }

    fn mutex(&mut self, depth: usize) {
        if self.disorderly && self.chance(0.15) {
            let text = self.pick(&[
                "pthread_mutex_lock(&m0);",
                "pthread_mutex_unlock(&m0);",
                "pthread_mutex_lock(&m1);",
            ]);
            return self.line(text);
        }
        // Only a disorderly program takes locks in any order.
        let lowest = self.held.last().map_or(0, |last| last + 1);
        let mutex = if self.disorderly {
            self.below(2)
        } else {
            lowest + self.below(2_usize.saturating_sub(lowest).max(1))
        };
        if mutex > 1 || self.held.contains(&mutex) {
            return self.plain();
        }
        self.line(&format!("pthread_mutex_lock(&m{mutex});"));
        self.held.push(mutex);
        self.inside(depth);
        if self.chance(0.5) {
            self.inside(depth);
        }
        self.held.pop();
        self.line(&format!("pthread_mutex_unlock(&m{mutex});"));
    }

    fn try_lock(&mut self, depth: usize) {
        let mutex = self.below(2);
        if self.held.contains(&mutex) {
            return self.plain();
        }
        self.block(
            &format!("if (pthread_mutex_trylock(&m{mutex}) == 0)"),
            |writer| {
                writer.held.push(mutex);
                writer.inside(depth);
                writer.held.pop();
                writer.line(&format!("pthread_mutex_unlock(&m{mutex});"));
            },
        );
        if self.chance(0.4) {
            self.block("else", |writer| writer.inside(depth));
        }
    }

    fn condition(&mut self) {
        if self.held.contains(&0) || (!self.disorderly && !self.held.is_empty()) {
            return self.plain();
        }
        self.line("pthread_mutex_lock(&m0);");
        self.held.push(0);
        match self.below(5) {
            0 => {
                self.line("v_flag = 1;");
                let wake = self.pick(&[
                    "pthread_cond_signal(&cond);",
                    "pthread_cond_broadcast(&cond);",
                ]);
                self.line(wake);
            }
            1 => {
                self.line("if (!v_flag) r = pthread_cond_timedwait(&cond, &m0, &(struct timespec){1, 0}) != 0;");
            }
            2 => self.line("if (!v_flag) pthread_cond_wait(&cond, &m0);"),
            _ => self.line("while (!v_flag) pthread_cond_wait(&cond, &m0);"),
        }
        self.plain();
        self.held.pop();
        self.line("pthread_mutex_unlock(&m0);");
    }

    fn semaphore(&mut self) {
        let text = self.pick(&[
            "sem_post(&sem);",
            "sem_wait(&sem);",
            "if (sem_trywait(&sem) == 0) v0 = v0 + 1;",
            "sem_getvalue(&sem, &r);",
        ]);
        self.line(text);
    }

    fn read_write_lock(&mut self, depth: usize) {
        // Reading twice would be fine, writing inside of either a certain deadlock.
        if self.held.contains(&9) {
            return self.plain();
        }
        let kind = self.pick(&["rd", "wr", "tryrd", "trywr"]);
        self.block(
            &format!("if (pthread_rwlock_{kind}lock(&rw) == 0)"),
            |writer| {
                writer.held.push(9);
                writer.inside(depth);
                writer.held.pop();
                writer.line("pthread_rwlock_unlock(&rw);");
            },
        );
    }

    fn heap(&mut self) {
        let node = self.name("node");
        let number = self.below(3);
        let lines: Vec<String> = match self.below(9) {
            0 => vec![format!("atomic_node = made({number});")],
            1 => vec![format!("plain_node = made({number});")],
            2 => vec![
                format!("struct node *{node} = atomic_exchange(&atomic_node, NULL);"),
                format!("if ({node}) {{ r = {node}->value; free({node}); }}"),
            ],
            3 => vec![
                format!("struct node *{node} = plain_node;"),
                format!("if ({node}) r = {node}->value;"),
            ],
            // Not always in time for its readers.
            4 => vec![
                format!("struct node *{node} = malloc(sizeof *{node});"),
                format!("atomic_node = {node};"),
                format!("{node}->value = {number};"),
            ],
            5 => vec![
                format!("struct node *{node} = made({number});"),
                format!("{node}->next = made(7);"),
                format!("{node}->next->next = task->node;"),
                format!("plain_node = {node};"),
                format!("{node}->next->value = r;"),
                format!("r = {node}->next->value;"),
            ],
            6 => vec![
                format!("struct node *{node} = plain_node;"),
                format!(
                    "if ({node} && {node}->next) {{ {node}->next->value++; v1 = {node}->next->value; }}"
                ),
            ],
            7 => vec![
                format!("struct node *{node} = made({number});"),
                format!("struct node *old{node} = NULL;"),
                format!(
                    "if (atomic_compare_exchange_strong(&atomic_node, &old{node}, {node})) {node}->value++; else free({node});"
                ),
            ],
            _ => vec![format!(
                "struct node *{node} = plain_node; plain_node = NULL; free({node});"
            )],
        };
        lines.iter().for_each(|line| self.line(line));
    }

    /// A private object becomes reachable by a copy, an integer, the middle, another's field.
    fn escape(&mut self) {
        let node = self.name("node");
        let number = 1 + self.below(3);
        let lines: Vec<String> = match self.below(9) {
            0 => vec![
                format!("struct node *{node} = made({number});"),
                format!("struct node copy{node} = {{{number}, {node}}};"),
                format!("struct node *pair{node}[2] = {{&copy{node}, {node}}};"),
                format!("memcpy(&slots[0], &pair{node}[1], sizeof slots[0]);"),
                format!("{node}->value++;"),
                format!("r = {node}->value;"),
            ],
            1 => vec![
                format!("struct node *{node} = slots[0];"),
                format!("if ({node}) {{ {node}->value = {number}; r = {node}->value; }}"),
            ],
            2 => vec![
                format!("struct node *{node} = made({number});"),
                format!("hidden = (uintptr_t){node} ^ 1;"),
                format!("{node}->value = {node}->value + 1;"),
                format!("r = {node}->value;"),
            ],
            3 => vec![
                format!("uintptr_t {node} = hidden;"),
                format!("if ({node}) ((struct node *)({node} ^ 1))->value = 9;"),
            ],
            4 => vec![
                format!("struct node *{node} = calloc(2, sizeof *{node});"),
                format!("slots[0] = {node} + 1;"),
                format!("{node}[1].value = {number};"),
                format!("r = {node}[1].value;"),
            ],
            5 => vec![
                format!("struct node *{node} = made({number});"),
                format!("task->node->next = {node};"),
                format!("r = {node}->value;"),
            ],
            6 => vec![
                format!("struct node *{node} = task->node->next;"),
                format!("if ({node}) {node}->value = {};", number + 4),
            ],
            7 => vec![
                format!("struct node *{node} = made({number});"),
                format!("{node}->next = slots[0];"),
                format!("slots[0] = {node};"),
                format!("r = {node}->next ? {node}->next->value : {node}->value;"),
            ],
            _ => vec![
                format!("int deep{node} = {number};"),
                format!("local_place = &deep{node};"),
                format!("add(&deep{node}, 1);"),
                format!("r = deep{node};"),
                "local_place = NULL;".to_owned(),
            ],
        };
        lines.iter().for_each(|line| self.line(line));
    }

    fn local(&mut self) {
        let lines: &[&str] = match self.below(5) {
            0 => &["*task->place = *task->place + 1;"],
            1 => &["r = *task->place;"],
            2 => &["task->node->value += 2;"],
            3 => &["if (local_place) *local_place = 8;"],
            _ => &["task->number = r + 1;"],
        };
        lines.iter().for_each(|line| self.line(line));
    }

    fn array(&mut self) {
        let texts = [
            "v_array[r & 3] = 5;",
            "v_array[v0 & 1]++;",
            "r = v_array[v1 & 3];",
            "memcpy(&v_array[2], &v_array[0], 2 * sizeof(int));",
            "memset(v_array, 0, sizeof v_array);",
            "for (int i = 0; i < 2; i++) v_array[i] = v_array[i + 1] + 1;",
        ];
        let text = self.pick(&texts);
        self.line(text);
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition_text();
        self.block(&format!("if ({condition})"), |writer| writer.inside(depth));
        if self.chance(0.5) {
            self.block("else", |writer| writer.inside(depth));
        }
    }

    fn repeat(&mut self, depth: usize) {
        let index = self.name("i");
        if self.chance(0.3) {
            let condition = self.condition_text();
            self.block(
                &format!("for (int {index} = 0; {index} < 2 && !({condition}); {index}++)"),
                |writer| writer.inside(depth.min(1)),
            );
        } else {
            self.block(
                &format!("for (int {index} = 0; {index} < 2; {index}++)"),
                |writer| writer.inside(depth.min(1)),
            );
        }
    }

    fn toss(&mut self) {
        let place = self.place();
        let text = self.pick(&[
            "r = th_toss(2);",
            "if (th_toss(2)) PLACE = 1;",
            "PLACE = th_toss(2);",
            "v_array[th_toss(2)] = 1;",
        ]);
        self.line(&text.replace("PLACE", place));
    }

    fn atomic_section(&mut self, depth: usize) {
        // Blocking inside of one is another matter.
        if self.held.contains(&8) {
            return self.plain();
        }
        self.line("th_atomic_begin();");
        self.plain();
        if depth > 0 {
            self.plain();
        }
        self.line("th_atomic_end();");
    }

    fn call(&mut self) {
        let texts = [
            "add(&v0, 1);",
            "add(task->place, 2);",
            "add(&v_array[r & 1], 1);",
            "r = twice(&v1);",
            "add(&r, v0);",
            "{ int own_copy = v0; add(&own_copy, 3); v1 = own_copy; }",
            "v1 = twice(&task->number);",
        ];
        let text = self.pick(&texts);
        self.line(text);
    }

    fn assertion(&mut self) {
        let place = self.place();
        let text = self.pick(&[
            "assert(PLACE < 5);",
            "assert(PLACE != 3);",
            "assert(PLACE <= PLACE);",
            "assert(PLACE != 2 || v0 != 1);",
        ]);
        self.line(&text.replace("PLACE", place));
    }

    fn spin(&mut self) {
        let texts = [
            "while (atomic_load(&v_atomic1) != 5) ;",
            "while (atomic_load(&v_atomic1) == 0) sched_yield();",
            "for (int tries = 0; tries < 2; tries++) if (atomic_load(&v_atomic1)) { v0 = tries; break; }",
            "while (v_atomic1 < 4) { r = v_atomic1; }",
            "while (atomic_load(&v_atomic1) < 2) atomic_fetch_xor(&v_atomic0, 4);",
            "do { r = atomic_fetch_xor(&v_atomic1, 1); } while (r < 2 && v_atomic0 < 2);",
        ];
        let text = self.pick(&texts);
        self.line(text);
    }

    fn thread_local(&mut self) {
        let text = self.pick(&[
            "own = own + 1;",
            "own = v0;",
            "v0 = own;",
            "r = own;",
            "local_place = &own;",
            "if (local_place) { r = *local_place; *local_place = 6; }",
        ]);
        self.line(text);
    }

    fn cancellation_point(&mut self) {
        let text = self.pick(&[
            "pthread_testcancel();",
            "pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);",
            "pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);",
        ]);
        self.line(text);
    }

    fn early_end(&mut self) {
        let condition = self.condition_text();
        let end = self.pick(&[
            "pthread_exit(NULL);",
            "exit(3);",
            "exit(0);",
            "atexit(initialise);",
        ]);
        self.line(&format!("if ({condition}) {end}"));
    }
}
