//! The statements of the threads about locks, plain and atomic variables, and control flow.

use super::super::Writing;
use super::{Feature, Lock, Writer};

impl Writer {
    /// One statement, with at most `depth` levels of statements inside of it.
    pub fn statement(&mut self, depth: usize) {
        let mut subjects: Vec<Option<Feature>> = self.features.iter().copied().map(Some).collect();
        subjects.push(None);
        match subjects[self.below(subjects.len())] {
            None => self.plain(),
            Some(Feature::Atomics) => self.atomic(),
            Some(Feature::AtomicWaits) => self.atomic_wait(),
            Some(Feature::Mutexes) => self.mutex(depth),
            Some(Feature::TryLocks) => self.try_lock(depth),
            Some(Feature::RecursiveLocks) => self.recursive_lock(depth),
            Some(Feature::TimedLocks) => self.timed_lock(depth),
            Some(Feature::SharedLocks) => self.shared_lock(depth),
            Some(Feature::Conditions) => self.condition(),
            Some(Feature::AnyConditions) => self.any_condition(),
            Some(Feature::Futures) => self.future(),
            Some(Feature::Tasks) => self.task(),
            Some(Feature::Once) => self.once(),
            Some(Feature::Statics) => self.static_local(),
            Some(Feature::Latches) => self.line("r += latch.try_wait();"),
            Some(Feature::Barriers) => self.line("std::this_thread::yield();"),
            Some(Feature::Semaphores) => self.semaphore(),
            Some(Feature::Counted) => self.counted(),
            Some(Feature::Stopping) => self.stopping(),
            Some(Feature::Exceptions) => self.exception(depth),
            Some(Feature::ThreadLocals) => self.thread_local(),
            Some(Feature::Pointers) => self.pointer(),
            Some(Feature::Collections) => self.collection(),
            Some(Feature::Virtuals) => self.virtual_call(),
            Some(Feature::Spinning) => self.spin(),
            Some(Feature::Branches) => self.branch(depth),
            Some(Feature::Loops) => self.repeat(depth),
            Some(Feature::Tosses) => self.toss(),
            Some(Feature::Asserts) => self.assertion(),
            Some(Feature::Printing) => self.print(),
            Some(Feature::EarlyEnds) => self.early_end(),
            Some(Feature::NestedThreads) => self.nested_thread(),
        }
    }

    pub fn inside(&mut self, depth: usize) {
        if depth > 0 {
            self.statement(depth - 1);
        } else {
            self.plain();
        }
    }

    /// A lock may be taken here, so that only a disorderly program has circles.
    pub fn may_take(&self, lock: Lock) -> bool {
        !self.held.contains(&lock) && (self.disorderly || self.held.iter().all(|held| *held < lock))
    }

    /// Whatever `opening` takes is held for the statements behind it.
    fn while_held(&mut self, locks: &[Lock], opening: &str, depth: usize) {
        self.block("", |writer| {
            writer.line(opening);
            writer.held.extend(locks);
            writer.inside(depth);
            writer.held.truncate(writer.held.len() - locks.len());
        });
    }

    pub fn number(&mut self) -> String {
        (1 + self.below(3)).to_string()
    }

    pub fn condition_text(&mut self) -> &'static str {
        self.pick(&[
            "v0 == 0",
            "v1 == 1",
            "v0 == v1",
            "v_atomic0.load(std::memory_order_acquire) > 1",
            "place == r",
            "v_bool",
            "r == 0",
        ])
    }

    pub fn plain(&mut self) {
        let number = self.number();
        let text = self.pick(&[
            "v0 = v0 + 1;",
            "v0 = NUM;",
            "r = v0;",
            "v1 = r + NUM;",
            "r = v0 + v1;",
            "v1 = v0;",
            "place = r;",
            "r = place;",
            "place += NUM;",
        ]);
        self.line(&text.replace("NUM", &number));
    }

    fn atomic(&mut self) {
        let number = self.number();
        let expected = self.name("expected");
        let variable = self.pick(&["v_atomic0", "v_atomic0", "v_atomic1", "place"]);
        let load = self.pick(&["relaxed", "acquire", "seq_cst"]);
        let store = self.pick(&["relaxed", "release", "seq_cst"]);
        let both = self.pick(&["relaxed", "acquire", "release", "acq_rel", "seq_cst"]);
        let text = self.pick(&[
            "r = VAR.load(LOAD);",
            "VAR.store(r + NUM, STORE);",
            "r = VAR.exchange(NUM, BOTH);",
            "VAR.fetch_add(1, BOTH);",
            "r = VAR.fetch_sub(0, BOTH);",
            "VAR ^= NUM;",
            "int OLD = 0; if (VAR.compare_exchange_strong(OLD, NUM)) v0 = 1; else r = OLD;",
            "int OLD = r; if (!VAR.compare_exchange_weak(OLD, NUM, BOTH, LOAD)) r = OLD + 4;",
            "std::atomic_thread_fence(std::memory_order_acq_rel); v1 = 2;",
            "r = v_byte.fetch_add(NUM, BOTH);",
            "v_byte = std::uint8_t(r);",
            "r = v_short.exchange(std::uint16_t(r + NUM), BOTH);",
            "r = int(v_wide.fetch_add(1ull << 33, BOTH));",
            "v_wide |= NUM;",
            "if (v_bool.exchange(true, BOTH)) r += 1;",
            "v_bool.store(false, STORE);",
            "std::atomic_ref(v0).fetch_add(NUM, BOTH);",
            "r = std::atomic_ref(v1).load();",
            "r += 3 * v_set.test_and_set(); ",
            "v_set.clear();",
        ]);
        let text = text
            .replace("VAR", variable)
            .replace("NUM", &number)
            .replace("OLD", &expected)
            .replace("LOAD", &format!("std::memory_order_{load}"))
            .replace("STORE", &format!("std::memory_order_{store}"))
            .replace("BOTH", &format!("std::memory_order_{both}"));
        self.line(&text);
    }

    fn mutex(&mut self, depth: usize) {
        if !self.may_take(Lock::First) {
            return self.plain();
        }
        let both = self.may_take(Lock::Second);
        match self.below(7) {
            0 => self.line("{ std::lock_guard guard(first); v0 = v0 + 1; }"),
            1 if both => self.while_held(
                &[Lock::First, Lock::Second],
                "std::scoped_lock both(second, first);",
                depth,
            ),
            2 if both => self.while_held(
                &[Lock::First, Lock::Second],
                "std::unique_lock one(first, std::defer_lock), two(second, std::defer_lock); std::lock(two, one);",
                depth,
            ),
            3 => {
                let lock = self.name("lock");
                self.line(&format!("std::unique_lock {lock}(first);"));
                self.held.push(Lock::First);
                self.inside(depth);
                self.held.pop();
                self.line(&format!("{lock}.unlock();"));
                self.inside(depth);
                // What follows in this block may take the lock again.
                let text = self.pick(&["{}.release();", "{}.lock(); v1 = v1 + 1; {}.unlock();"]);
                self.line(&text.replace("{}", &lock));
            }
            4 => {
                self.line("first.lock();");
                self.plain();
                self.line("first.unlock();");
            }
            5 if self.may_take(Lock::Second) && self.disorderly => self.while_held(
                &[Lock::Second],
                "std::lock_guard guard(second);",
                depth,
            ),
            _ => self.while_held(&[Lock::First], "std::lock_guard guard(first);", depth),
        }
    }

    fn try_lock(&mut self, depth: usize) {
        if self.held.contains(&Lock::First) {
            return self.plain();
        }
        let opening = self.pick(&[
            "if (std::unique_lock lock(first, std::try_to_lock); lock)",
            "if (std::unique_lock lock(first, std::defer_lock); lock.try_lock())",
        ]);
        self.block(opening, |writer| {
            writer.held.push(Lock::First);
            writer.inside(depth);
            writer.held.pop();
        });
        if self.chance(0.4) {
            self.block("else", |writer| writer.inside(depth));
        }
    }

    fn recursive_lock(&mut self, depth: usize) {
        if !self.may_take(Lock::Recursive) {
            return self.plain();
        }
        let opening = self.pick(&[
            "std::lock_guard guard(recursive);",
            "std::lock_guard outer(recursive); std::lock_guard inner(recursive);",
            "std::unique_lock lock(recursive, std::try_to_lock); if (lock) { std::lock_guard again(recursive); v0 = v0 + 1; }",
        ]);
        if opening.contains("try_to_lock") {
            return self.line(&format!("{{ {opening} }}"));
        }
        self.while_held(&[Lock::Recursive], opening, depth);
    }

    fn timed_lock(&mut self, depth: usize) {
        if self.held.contains(&Lock::Timed) {
            return self.plain();
        }
        if self.may_take(Lock::Timed) && self.chance(0.4) {
            return self.while_held(&[Lock::Timed], "std::lock_guard guard(timed);", depth);
        }
        self.block("if (std::unique_lock lock(timed, 1ms); lock)", |writer| {
            writer.held.push(Lock::Timed);
            writer.inside(depth);
            writer.held.pop();
        });
        if self.chance(0.4) {
            self.block("else", |writer| writer.inside(depth));
        }
    }

    fn shared_lock(&mut self, depth: usize) {
        if !self.may_take(Lock::Shared) {
            return self.plain();
        }
        match self.below(5) {
            0 => self.line("if (shared_lock.try_lock()) { v0 = v0 + 1; shared_lock.unlock(); }"),
            1 => self.line(
                "if (shared_lock.try_lock_shared()) { r = v0; shared_lock.unlock_shared(); }",
            ),
            2 => self.while_held(
                &[Lock::Shared],
                "std::unique_lock lock(::shared_lock);",
                depth,
            ),
            _ => self.while_held(
                &[Lock::Shared],
                "std::shared_lock lock(::shared_lock);",
                depth,
            ),
        }
    }

    fn spin(&mut self) {
        let text = self.pick(&[
            "while (v_atomic1.load(std::memory_order_acquire) != 5) {}",
            "while (v_atomic1 == 0) std::this_thread::yield();",
            "for (int tries = 0; tries < 2; tries++) if (v_atomic1 == 5) { v0 = tries; break; }",
            "while (v_atomic1.load(std::memory_order_relaxed) < 4) {}",
        ]);
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
        let condition = self.condition_text();
        let index = self.name("i");
        self.block(
            &format!("for (int {index} = 0; {index} < 2; {index}++)"),
            |writer| {
                if writer.chance(0.3) {
                    writer.line(&format!("if ({condition}) break;"));
                }
                writer.inside(depth);
            },
        );
    }

    fn toss(&mut self) {
        let text = self.pick(&[
            "r = th_toss(2);",
            "if (th_toss(2)) v0 = 1;",
            "place = th_toss(2);",
            "th_assume(v0 < 3);",
            "v0 = 2; th_assume(th_toss(2));",
            "v_atomic0 = 2; th_assume(v1 == 0);",
        ]);
        self.line(text);
    }

    fn assertion(&mut self) {
        let text = self.pick(&[
            "assert(v0 < 3);",
            "assert(v0 <= v0);",
            "assert(place != 3);",
            "assert(r < 6);",
        ]);
        self.line(text);
    }

    fn print(&mut self) {
        let text = self.pick(&[
            "std::cout << \"r is \" << r << '\\n';",
            "std::cerr << v0 << std::endl;",
        ]);
        self.line(text);
    }

    fn early_end(&mut self) {
        let condition = self.condition_text();
        // Main's threads are joined at its end.
        let end = match self.thread {
            0 => "std::exit(3);",
            _ => self.pick(&["return r;", "std::exit(3);"]),
        };
        self.line(&format!("if ({condition}) {end}"));
    }
}
