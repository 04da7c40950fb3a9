//! The statements of the threads: one function for each subject.

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
            Some(Feature::Mutexes) => self.mutex(depth),
            Some(Feature::TryLocks) => self.try_lock(depth),
            Some(Feature::ReadWriteLocks) => self.read_write_lock(depth),
            Some(Feature::Conditions) => self.condition(),
            Some(Feature::Counted) => self.counted(),
            Some(Feature::Channels) => self.channel(),
            Some(Feature::Parking) => self.parking(),
            Some(Feature::Once) => self.once(),
            Some(Feature::ThreadLocals) => self.thread_local(),
            Some(Feature::Boxes) => self.boxed(),
            Some(Feature::Panics) => self.panic(depth),
            Some(Feature::Poison) => self.poison(),
            Some(Feature::Barriers) => self.line("thread::yield_now();"),
            Some(Feature::Collections) => self.collection(),
            Some(Feature::Finished) => self.finished(),
            Some(Feature::Spinning) => self.spin(),
            Some(Feature::Branches) => self.branch(depth),
            Some(Feature::Loops) => self.repeat(depth),
            Some(Feature::Tosses) => self.toss(),
            Some(Feature::Asserts) => self.assertion(),
            Some(Feature::Printing) => self.print(),
            Some(Feature::EarlyEnds) => self.early_end(),
            Some(Feature::NestedThreads) => self.nested_thread(depth),
        }
    }

    fn inside(&mut self, depth: usize) {
        if depth > 0 {
            self.statement(depth - 1);
        } else {
            self.plain();
        }
    }

    /// A lock may be taken here, so that only a disorderly program has circles.
    fn may_take(&self, lock: Lock) -> bool {
        !self.held.contains(&lock) && (self.disorderly || self.held.iter().all(|held| *held < lock))
    }

    /// Whatever is in `opening` and `closing` holds the lock for the statements in between.
    fn while_held(&mut self, lock: Lock, opening: &str, closing: &str, depth: usize) {
        self.block_until(opening, closing, |writer| {
            writer.held.push(lock);
            writer.inside(depth);
            writer.held.pop();
        });
    }

    fn number(&mut self) -> String {
        (1 + self.below(3)).to_string()
    }

    fn condition_text(&mut self) -> &'static str {
        self.pick(&[
            "unsafe { v0 } == 0",
            "unsafe { v1 } == 1",
            "unsafe { v0 == v1 }",
            "v_atomic0.load(Acquire) > 1",
            "place.load(Relaxed) == r",
            "v_bool.load(SeqCst)",
            "r == 0",
        ])
    }

    pub fn plain(&mut self) {
        let number = self.number();
        let text = self.pick(&[
            "unsafe { v0 += 1; }",
            "unsafe { v0 = NUM; }",
            "unsafe { r = v0; }",
            "unsafe { v1 = r + NUM; }",
            "unsafe { r = v0 + v1; }",
            "unsafe { v1 = v0; }",
            "place.store(r, Relaxed);",
            "r = place.load(Relaxed);",
            "place.fetch_add(NUM, Relaxed);",
            "unsafe { OWNER = Some(thread::current().id()); }",
            "r = unsafe { OWNER == Some(thread::current().id()) } as u32;",
            "unsafe { HANDLE = Some(thread::current()); }",
            "r = unsafe { HANDLE.is_some() } as u32;",
        ]);
        self.line(&text.replace("NUM", &number));
    }

    fn atomic(&mut self) {
        let number = self.number();
        let variable = self.pick(&["v_atomic0", "v_atomic0", "v_atomic1", "place"]);
        let load = self.pick(&["Relaxed", "Acquire", "SeqCst"]);
        let store = self.pick(&["Relaxed", "Release", "SeqCst"]);
        let both = self.pick(&["Relaxed", "Acquire", "Release", "AcqRel", "SeqCst"]);
        let text = self.pick(&[
            "r = VAR.load(LOAD);",
            "VAR.store(r + NUM, STORE);",
            "r = VAR.swap(NUM, BOTH);",
            "VAR.fetch_add(1, BOTH);",
            "r = VAR.fetch_sub(0, BOTH);",
            "VAR.fetch_xor(NUM, BOTH);",
            "r = VAR.fetch_max(NUM, BOTH);",
            "if VAR.compare_exchange(0, NUM, BOTH, LOAD).is_ok() { unsafe { v0 = 1; } }",
            "r = VAR.compare_exchange_weak(r, NUM, BOTH, LOAD).unwrap_or_else(|old| old + 4);",
            "let _ = VAR.fetch_update(STORE, LOAD, |old| (old < 2).then_some(old + 1));",
            "fence(AcqRel); unsafe { v1 = 2; }",
            "r = v_byte.fetch_add(NUM, BOTH) as u32;",
            "v_byte.store(r as u8, STORE);",
            "r = v_wide.fetch_add(1 << 33, BOTH) as u32;",
            "v_wide.fetch_or(NUM, BOTH);",
            "if v_bool.swap(true, BOTH) { r += 1; }",
            "v_bool.store(false, STORE);",
        ]);
        let text = text
            .replace("VAR", variable)
            .replace("NUM", &number)
            .replace("LOAD", load)
            .replace("STORE", store)
            .replace("BOTH", both);
        self.line(&text);
    }

    fn mutex(&mut self, depth: usize) {
        if !self.may_take(Lock::First) {
            return self.plain();
        }
        match self.below(4) {
            0 => self.line("*quiet(FIRST.lock()) += 1;"),
            1 => self.line("r = *FIRST.lock().unwrap();"),
            2 => {
                let guard = self.name("guard");
                self.line(&format!("let mut {guard} = quiet(FIRST.lock());"));
                self.line(&format!("*{guard} = r + 1;"));
                self.held.push(Lock::First);
                self.inside(depth);
                self.held.pop();
                self.line(&format!("drop({guard});"));
            }
            _ => self.while_held(
                Lock::First,
                "if let Ok(mut guard) = FIRST.lock()",
                "}",
                depth,
            ),
        }
    }

    fn try_lock(&mut self, depth: usize) {
        if self.held.contains(&Lock::First) {
            return self.plain();
        }
        if self.chance(0.3) {
            return self.line(
                "r = match FIRST.try_lock() { Ok(_) => 1, Err(TryLockError::WouldBlock) => 2, Err(TryLockError::Poisoned(_)) => 3 };",
            );
        }
        self.while_held(
            Lock::First,
            "if let Ok(mut guard) = FIRST.try_lock()",
            "}",
            depth,
        );
        if self.chance(0.4) {
            self.block("else", |writer| writer.inside(depth));
        }
    }

    fn read_write_lock(&mut self, depth: usize) {
        if !self.may_take(Lock::ReadWrite) {
            return self.plain();
        }
        match self.below(6) {
            0 => self.line("*quiet(READ_WRITE.write()) += 1;"),
            1 => self.line("r = *quiet(READ_WRITE.read());"),
            2 => self.line("if let Ok(mut guard) = READ_WRITE.try_write() { *guard = r; }"),
            3 => self.line("if let Ok(guard) = READ_WRITE.try_read() { r = *guard + 1; }"),
            4 => self.while_held(
                Lock::ReadWrite,
                "if let Ok(guard) = READ_WRITE.read()",
                "}",
                depth,
            ),
            _ => self.while_held(
                Lock::ReadWrite,
                "if let Ok(guard) = READ_WRITE.write()",
                "}",
                depth,
            ),
        }
    }

    fn condition(&mut self) {
        if !self.may_take(Lock::Flag) {
            return self.plain();
        }
        let lines: &[&str] = match self.below(10) {
            0 => &["*quiet(FLAG.lock()) = true;", "CHANGED.notify_one();"],
            1 => &[
                "let mut flag = quiet(FLAG.lock());",
                "while !*flag { flag = quiet(CHANGED.wait(flag)); }",
                "drop(flag);",
            ],
            2 => &["drop(quiet(CHANGED.wait_while(quiet(FLAG.lock()), |flag| !*flag)));"],
            3 => &[
                "let (flag, result) = quiet(CHANGED.wait_timeout(quiet(FLAG.lock()), Duration::from_millis(5)));",
                "r = *flag as u32 + 2 * result.timed_out() as u32;",
                "drop(flag);",
            ],
            4 => &["{ let mut flag = quiet(FLAG.lock()); *flag = !*flag; CHANGED.notify_all(); }"],
            // Without the lock, which may lose the notification.
            5 => &["v_bool.store(true, SeqCst);", "CHANGED.notify_one();"],
            6 => &[
                "let mut flag = quiet(FLAG.lock());",
                "while !v_bool.load(SeqCst) { flag = quiet(CHANGED.wait(flag)); }",
                "drop(flag);",
            ],
            7 => &[
                "let mut flag = quiet(FLAG.lock());",
                "if !v_bool.load(Acquire) { flag = quiet(CHANGED.wait(flag)); r = v_bool.load(Relaxed) as u32; }",
                "drop(flag);",
            ],
            _ => &[
                "let mut flag = quiet(FLAG.lock());",
                "if !*flag { flag = quiet(CHANGED.wait(flag)); }",
                "unsafe { v0 += 1; }",
                "r = *flag as u32;",
                "drop(flag);",
            ],
        };
        self.lines(lines);
    }

    fn counted(&mut self) {
        let lines: &[&str] = match self.below(9) {
            0 => &["drop(task.shared.clone());"],
            1 => &["drop(task.shared.take());"],
            2 => &["if let Some(shared) = &task.shared { r = Arc::strong_count(shared) as u32; }"],
            3 => &[
                "let weak = task.shared.take().map(|shared| Arc::downgrade(&shared));",
                "r = weak.and_then(|weak| weak.upgrade()).map_or(7, |shared| shared.count.load(Relaxed));",
            ],
            4 => &["if let Some(shared) = &task.shared { shared.count.fetch_add(1, Relaxed); }"],
            5 => &[
                "if let Some(shared) = &task.shared { *quiet(shared.lock.lock()) += 1; r = *quiet(shared.lock.lock()); }",
            ],
            6 => &[
                "if let Some(shared) = task.shared.take() { r = Arc::into_inner(shared).map_or(8, |inner| inner.noisy.0); }",
            ],
            7 => &[
                "if let Some(shared) = &mut task.shared { r = Arc::get_mut(shared).is_some() as u32; }",
            ],
            _ => &[
                "if let Some(shared) = task.shared.take() { task.shared = Some(shared.clone()); }",
            ],
        };
        self.lines(lines);
    }

    fn channel(&mut self) {
        let lines: &[&str] = if self.thread == 0 {
            match self.below(5) {
                0 => &[
                    "if let Some(receiver) = &task.receiver { r = receiver.recv().map_or(9, |x| *x); }",
                ],
                1 => &[
                    "if let Some(receiver) = &task.receiver { r = receiver.try_recv().map_or_else(|error| 5 + (error == mpsc::TryRecvError::Empty) as u32, |x| *x); }",
                ],
                2 => &[
                    "if let Some(receiver) = &task.receiver { r = receiver.recv_timeout(Duration::from_millis(1)).map_or(4, |x| *x); }",
                ],
                3 => &["drop(task.receiver.take());"],
                _ => &[
                    "for x in task.receiver.iter().flat_map(|receiver| receiver.try_iter()) { r += *x; }",
                ],
            }
        } else {
            match self.below(4) {
                0 => &["drop(task.sender.take());"],
                1 => &[
                    "if let Some(sender) = &task.sender { r = sender.send(Box::new(r + 2)).is_ok() as u32; }",
                ],
                _ => &["if let Some(sender) = &task.sender { let _ = sender.send(Box::new(2)); }"],
            }
        };
        self.lines(lines);
    }

    fn parking(&mut self) {
        let other = if self.thread == 0 {
            "t1.thread().unpark();"
        } else {
            "task.main.unpark();"
        };
        let text = self.pick(&[
            "thread::park();",
            "thread::park();",
            "thread::park_timeout(Duration::from_millis(1));",
            other,
            "thread::current().unpark();",
        ]);
        self.line(text);
    }

    fn once(&mut self) {
        let text = self.pick(&[
            "ONCE.call_once(|| unsafe { v0 += 1; });",
            "r = ONCE.is_completed() as u32;",
            "r = *CELL.get_or_init(|| unsafe { v1 += 1; 4 });",
            "r = CELL.set(r + 6).is_ok() as u32;",
            "r = CELL.get().copied().unwrap_or(9);",
            "r = *LAZY;",
            "let _ = catch_unwind(|| ONCE.call_once(|| panic!()));",
            "ONCE.call_once_force(|state| v_bool.store(state.is_poisoned(), Release));",
        ]);
        self.line(text);
    }

    fn thread_local(&mut self) {
        let text = self.pick(&[
            "OWN.set(OWN.get() + 1);",
            "r = OWN.get();",
            "OWN.set(unsafe { v0 });",
            "unsafe { v0 = OWN.get(); }",
            "NOISY.with(|noisy| *noisy.borrow_mut() = Some(Noisy(3)));",
            "NOISY.set(None);",
            "unsafe { v1 = thread::current().name().map_or(3, |name| name.len() as u32); }",
        ]);
        self.line(text);
    }

    fn boxed(&mut self) {
        let number = self.number();
        let lines: &[&str] = match self.below(7) {
            0 => &[
                "let old = POINTER.swap(Box::into_raw(Box::new(NUM)), AcqRel);",
                "if !old.is_null() { r = *unsafe { Box::from_raw(old) }; }",
            ],
            1 => &[
                "let old = POINTER.swap(std::ptr::null_mut(), AcqRel);",
                "if !old.is_null() { unsafe { *old += 1; r = *old; drop(Box::from_raw(old)); } }",
            ],
            2 => &["*quiet(BOXED.lock()) = Some(Box::new(r + NUM));"],
            3 => &["if let Some(boxed) = quiet(BOXED.lock()).take() { r = *boxed; }"],
            4 => &[
                "let boxed = quiet(BOXED.lock()).take();",
                "if let Some(mut boxed) = boxed { *boxed += NUM; r = *boxed; *quiet(BOXED.lock()) = Some(boxed); }",
            ],
            5 => &[
                "let new = Box::into_raw(Box::new(NUM));",
                "if POINTER.compare_exchange(std::ptr::null_mut(), new, AcqRel, Acquire).is_ok() { unsafe { v0 = 3; } } else { drop(unsafe { Box::from_raw(new) }); }",
            ],
            // Another thread may have freed it.
            _ => {
                &["let seen = POINTER.load(Acquire); if !seen.is_null() { r = unsafe { *seen }; }"]
            }
        };
        for line in lines {
            self.line(&line.replace("NUM", &number));
        }
    }

    fn panic(&mut self, depth: usize) {
        match self.below(4) {
            0 => {
                let condition = self.condition_text();
                self.line(&format!("if {condition} {{ panic!(\"stop\"); }}"));
            }
            1 if self.may_take(Lock::First) => self.line(
                "r = catch_unwind(|| { let _guard = FIRST.lock(); panic!() }).map_or(6, |()| 0);",
            ),
            2 => self.line("let _ = catch_unwind(|| { let _noisy = Noisy(2); if unsafe { v0 } == 0 { panic!() } });"),
            _ => {
                let noisy = self.name("noisy");
                self.line(&format!("let {noisy} = Noisy(5);"));
                self.inside(depth);
                self.line(&format!("drop({noisy});"));
            }
        }
    }

    fn poison(&mut self) {
        let held = self.held.contains(&Lock::First);
        let text = self.pick(&[
            "r = FIRST.is_poisoned() as u32;",
            "if FIRST.is_poisoned() { unsafe { v1 = 9; } }",
            "FIRST.clear_poison();",
            "r = READ_WRITE.is_poisoned() as u32;",
            "unsafe { v0 = FIRST.lock().is_err() as u32; }",
            "let _ = catch_unwind(|| { let _guard = FIRST.lock(); panic!() });",
            "let _ = catch_unwind(|| { let _guard = READ_WRITE.write(); panic!() });",
        ]);
        let locks = text.contains("lock()") || text.contains("write()");
        if locks && (held || !self.held.is_empty()) {
            return self.plain();
        }
        self.line(text);
    }

    fn collection(&mut self) {
        if !self.may_take(Lock::Second) {
            return self.plain();
        }
        let number = self.number();
        let text = self.pick(&[
            "quiet(SECOND.lock()).push(NUM);",
            "r = quiet(SECOND.lock()).pop().unwrap_or(0);",
            "r = quiet(SECOND.lock()).len() as u32;",
            "quiet(SECOND.lock()).insert(0, r % 8);",
            "let all = std::mem::take(&mut *quiet(SECOND.lock())); r = all.len() as u32;",
        ]);
        self.line(&text.replace("NUM", &number));
    }

    /// Whether a thread has ended is something that others can see.
    fn finished(&mut self) {
        if self.thread != 0 {
            return self.plain();
        }
        let text = self.pick(&[
            "r = t1.is_finished() as u32;",
            "if t1.is_finished() { unsafe { v0 = 4; } }",
            "while !t1.is_finished() { thread::yield_now(); }",
            "r += 2 * t1.is_finished() as u32;",
        ]);
        self.line(text);
    }

    fn spin(&mut self) {
        let text = self.pick(&[
            "while v_atomic1.load(Acquire) != 5 {}",
            "while v_atomic1.load(Acquire) == 0 { thread::yield_now(); }",
            "for tries in 0..2 { if v_atomic1.load(Acquire) == 5 { unsafe { v0 = tries; } break; } }",
            "while v_atomic1.load(Relaxed) < 4 { std::hint::spin_loop(); }",
        ]);
        self.line(text);
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition_text();
        self.block(&format!("if {condition}"), |writer| writer.inside(depth));
        if self.chance(0.5) {
            self.block("else", |writer| writer.inside(depth));
        }
    }

    fn repeat(&mut self, depth: usize) {
        let condition = self.condition_text();
        self.block("for _ in 0..2", |writer| {
            if writer.chance(0.3) {
                writer.line(&format!("if {condition} {{ break; }}"));
            }
            writer.inside(depth);
        });
    }

    fn toss(&mut self) {
        let text = self.pick(&[
            "r = trailhound::toss(2);",
            "if trailhound::toss(2) == 1 { unsafe { v0 = 1; } }",
            "place.store(trailhound::toss(2), Release);",
            "trailhound::assume(unsafe { v0 } < 3);",
            "unsafe { v0 = 2; } trailhound::assume(trailhound::toss(2) == 1);",
            "place.store(2, SeqCst); trailhound::assume(unsafe { v1 } == 0);",
        ]);
        self.line(text);
    }

    fn assertion(&mut self) {
        let text = self.pick(&[
            "assert!(unsafe { v0 } < 3);",
            "assert!(unsafe { v0 <= v0 });",
            "assert_ne!(place.load(Relaxed), 3);",
            "assert!(r < 6);",
        ]);
        self.line(text);
    }

    fn print(&mut self) {
        let text = self.pick(&[
            "println!(\"r is {r}\");",
            "eprintln!(\"{}\", unsafe { v0 });",
            "println!(\"{:?}\", place);",
        ]);
        self.line(text);
    }

    fn early_end(&mut self) {
        let condition = self.condition_text();
        let end = self.pick(&["return EARLY;", "std::process::exit(3);"]);
        // Main's part may stand in a closure without a value.
        let early = if self.thread == 0 { "" } else { self.result() };
        self.line(&format!(
            "if {condition} {{ {} }}",
            end.replace("EARLY", early)
        ));
    }

    fn nested_thread(&mut self, depth: usize) {
        if self.thread != 1 || !self.held.is_empty() {
            return self.plain();
        }
        let text = self.pick(&[
            "let inner = thread::spawn(|| unsafe { v0 += 1; v0 }); r = inner.join().unwrap_or(5);",
            "thread::spawn(|| unsafe { v1 += 1; });",
            "thread::scope(|inner| { inner.spawn(|| place.fetch_add(1, Relaxed)); });",
        ]);
        self.line(text);
        self.inside(depth);
    }
}
