//! Concurrent Rust programs: their declarations, threads and main. Most have main and one more
//! thread, which both have something to do, so that all their instructions can be interleaved.

mod statements;

use super::{Batch, Pen, Program, Writing};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

/// What the threads of a program are about; each program has a few of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Atomics,
    Mutexes,
    TryLocks,
    ReadWriteLocks,
    Conditions,
    Counted,
    Channels,
    Parking,
    Once,
    ThreadLocals,
    Boxes,
    Panics,
    Poison,
    Barriers,
    Collections,
    Finished,
    Spinning,
    Branches,
    Loops,
    Tosses,
    Asserts,
    Printing,
    EarlyEnds,
    NestedThreads,
}

const FEATURES: [Feature; 24] = [
    Feature::Atomics,
    Feature::Mutexes,
    Feature::TryLocks,
    Feature::ReadWriteLocks,
    Feature::Conditions,
    Feature::Counted,
    Feature::Channels,
    Feature::Parking,
    Feature::Once,
    Feature::ThreadLocals,
    Feature::Boxes,
    Feature::Panics,
    Feature::Poison,
    Feature::Barriers,
    Feature::Collections,
    Feature::Finished,
    Feature::Spinning,
    Feature::Branches,
    Feature::Loops,
    Feature::Tosses,
    Feature::Asserts,
    Feature::Printing,
    Feature::EarlyEnds,
    Feature::NestedThreads,
];

/// Features that make the machine more careful with all programs of a file.
const REVEALING: [Feature; 2] = [Feature::Finished, Feature::Poison];

/// Programs in one file: the compiler takes longer for the library than for them.
pub const BATCH: u64 = 8;

/// Writes the programs of some seeds, from a first one on.
pub fn batch(first: u64) -> Batch {
    let careless = StdRng::seed_from_u64(first).random_bool(0.5);
    let mut text = DECLARATIONS.to_owned();
    let mut selection = String::new();
    let mut programs = Vec::new();
    for seed in first..first + BATCH {
        let (module, program) = program(seed, careless);
        text.push_str(&module);
        selection.push_str(&format!(
            "        Some(\"{seed}\") => program{seed}::main(),\n"
        ));
        programs.push(program);
    }
    text.push_str(&format!(
        "\nfn main() {{\n    match std::env::args().nth(1).as_deref() {{\n{selection}        _ => {{}}\n    }}\n}}\n"
    ));
    Batch { text, programs }
}

/// The module of one program.
fn program(seed: u64, careless: bool) -> (String, Program) {
    let mut dice = StdRng::seed_from_u64(seed);
    let threads = if dice.random_bool(0.15) { 2 } else { 1 };
    let count = dice.random_range(1..=4);
    let mut features = FEATURES.to_vec();
    features.retain(|feature| !careless || !REVEALING.contains(feature));
    features.shuffle(&mut dice);
    features.truncate(count);
    let mut options = Vec::new();
    if dice.random_bool(0.7) {
        options.push("--allow-thread-panics");
    }
    let disorderly = dice.random_bool(0.15);
    let scoped = dice.random_bool(0.3);
    let noisy = dice.random_bool(0.15);
    let mut writer = Writer {
        pen: Pen::new(dice),
        features,
        disorderly,
        scoped,
        noisy,
        thread: 0,
        held: Vec::new(),
    };
    writer.program(seed, threads);
    let program = Program {
        seed,
        options,
        argument: Some(seed.to_string()),
        small: threads == 1,
        most_states: if threads == 1 { "300000" } else { "1500000" },
        waits: false,
    };
    (writer.pen.text, program)
}

/// A lock of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Lock {
    First,
    Second,
    ReadWrite,
    Flag,
}

struct Writer {
    pen: Pen,
    features: Vec<Feature>,
    /// Locks may be taken in any order.
    disorderly: bool,
    /// The threads are spawned in a scope and use main's locals.
    scoped: bool,
    /// The threads return something that tells who drops it.
    noisy: bool,
    /// Whose statements are being written; main is 0.
    thread: usize,
    /// The locks that are held where the next statement goes.
    held: Vec<Lock>,
}

impl Writing for Writer {
    fn pen(&mut self) -> &mut Pen {
        &mut self.pen
    }
}

const DECLARATIONS: &str = r#"#![allow(non_upper_case_globals, static_mut_refs, unused)]
use std::cell::{Cell, RefCell};
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, Ordering::*, fence};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Barrier, Condvar, LazyLock, Mutex, Once, OnceLock, RwLock, TryLockError, Weak};
use std::thread;
use std::time::Duration;

#[unsafe(no_mangle)]
static mut v0: u32 = 0;
#[unsafe(no_mangle)]
static mut v1: u32 = 0;
#[unsafe(no_mangle)]
static v_atomic0: AtomicU32 = AtomicU32::new(0);
#[unsafe(no_mangle)]
static v_atomic1: AtomicU32 = AtomicU32::new(0);
#[unsafe(no_mangle)]
static v_byte: AtomicU8 = AtomicU8::new(0);
#[unsafe(no_mangle)]
static v_wide: AtomicU64 = AtomicU64::new(0);
#[unsafe(no_mangle)]
static v_bool: AtomicBool = AtomicBool::new(false);
#[unsafe(no_mangle)]
static v_dropped: AtomicU32 = AtomicU32::new(0);
#[unsafe(no_mangle)]
static v_place: AtomicU32 = AtomicU32::new(0);
#[unsafe(no_mangle)]
static mut v_result: [u32; 4] = [0; 4];
#[unsafe(no_mangle)]
static mut v_end: [u32; 8] = [0; 8];

static mut OWNER: Option<thread::ThreadId> = None;
static mut HANDLE: Option<thread::Thread> = None;
static FIRST: Mutex<u32> = Mutex::new(0);
static SECOND: Mutex<Vec<u32>> = Mutex::new(Vec::new());
static READ_WRITE: RwLock<u32> = RwLock::new(0);
static FLAG: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();
static ONCE: Once = Once::new();
static CELL: OnceLock<u32> = OnceLock::new();
static LAZY: LazyLock<u32> = LazyLock::new(|| v_atomic0.fetch_add(1, AcqRel) + 5);
static POINTER: AtomicPtr<u32> = AtomicPtr::new(std::ptr::null_mut());
static BOXED: Mutex<Option<Box<u32>>> = Mutex::new(None);
static BARRIER: Barrier = Barrier::new(2);

struct Noisy(u32);
impl Drop for Noisy {
    fn drop(&mut self) {
        v_dropped.fetch_add(self.0 * OWN.get(), Relaxed);
    }
}
thread_local! {
    static OWN: Cell<u32> = const { Cell::new(3) };
    static NOISY: RefCell<Option<Noisy>> = const { RefCell::new(None) };
}
struct Shared {
    count: AtomicU32,
    lock: Mutex<u32>,
    noisy: Noisy,
}
fn quiet<R>(result: std::sync::LockResult<R>) -> R {
    result.unwrap_or_else(|poisoned| poisoned.into_inner())
}
"#;

impl Writer {
    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    fn program(&mut self, seed: u64, threads: usize) {
        self.pen.text.push('\n');
        self.block(&format!("mod program{seed}"), |writer| {
            writer.line("use super::*;");
            writer.block("struct Task<'a>", |writer| writer.fields());
            for thread in 1..=threads {
                writer.thread = thread;
                let result = if writer.noisy { "Noisy" } else { "u32" };
                let opening = format!("fn thread{thread}(task: Task) -> {result}");
                writer.block(&opening, |writer| writer.thread_body());
            }
            writer.thread = 0;
            writer.block("pub fn main()", |writer| writer.main_body(threads));
        });
    }

    /// What a thread is given. Only what the program is about: each handle costs states.
    fn fields(&mut self) {
        self.line("place: &'a AtomicU32,");
        if self.has(Feature::Counted) {
            self.line("shared: Option<Arc<Shared>>,");
        }
        if self.has(Feature::Channels) {
            self.line("sender: Option<Sender<Box<u32>>>,");
            self.line("receiver: Option<Receiver<Box<u32>>>,");
        }
        if self.has(Feature::Parking) {
            self.line("main: thread::Thread,");
        }
    }

    fn task(&mut self, thread: usize) -> String {
        let mut fields = vec!["place"];
        if self.has(Feature::Counted) {
            fields.push("shared: Some(shared.clone())");
        }
        if self.has(Feature::Channels) {
            // One way or the other; main keeps what the others do not get.
            let sends = thread == 0;
            fields.push(match sends {
                true => "sender: None, receiver: Some(receiver)",
                false => "sender: Some(sender.clone()), receiver: None",
            });
        }
        if self.has(Feature::Parking) {
            fields.push("main: thread::current()");
        }
        format!("Task {{ {} }}", fields.join(", "))
    }

    fn thread_body(&mut self) {
        self.opening();
        let count = 1 + self.below(3);
        self.held.clear();
        self.obligations();
        for _ in 0..count {
            self.statement(1);
        }
        self.line(&format!(
            "unsafe {{ v_result[{}] = r; }}",
            self.thread.min(3)
        ));
        let result = self.result();
        self.line(result);
    }

    fn result(&self) -> &'static str {
        if self.noisy { "Noisy(r)" } else { "r" }
    }

    fn opening(&mut self) {
        self.line("let mut task = task;");
        self.line("let place = task.place;");
        self.line(&format!("let mut r: u32 = {};", self.thread));
    }

    /// What others wait for, so that not every program ends in a deadlock.
    fn obligations(&mut self) {
        if self.thread == 1 && self.has(Feature::Conditions) && self.chance(0.9) {
            let set = self.pick(&[
                "*quiet(FLAG.lock()) = true;",
                "*quiet(FLAG.lock()) = true;",
                "v_bool.store(true, SeqCst);",
            ]);
            self.line(set);
            let wake = self.pick(&["CHANGED.notify_one();", "CHANGED.notify_all();"]);
            self.line(wake);
        }
        if self.thread == 1 && self.has(Feature::Spinning) {
            self.line("v_atomic1.store(5, Release);");
        }
        if self.thread <= 1 && self.has(Feature::Barriers) && self.chance(0.95) {
            self.line("if BARRIER.wait().is_leader() { r += 10; }");
        }
        if self.thread == 1 && self.has(Feature::Parking) && self.chance(0.8) {
            self.line("task.main.unpark();");
        }
    }

    fn main_body(&mut self, threads: usize) {
        if self.noisy {
            self.line("OWN.set(5);");
        }
        if self.scoped {
            self.line("let local = AtomicU32::new(0);");
            self.line("let place = &local;");
        } else {
            self.line("let place = &v_place;");
        }
        if self.has(Feature::Counted) {
            self.line("let shared = Arc::new(Shared { count: AtomicU32::new(0), lock: Mutex::new(0), noisy: Noisy(1) });");
        }
        if self.has(Feature::Channels) {
            self.line("let (sender, receiver) = mpsc::channel::<Box<u32>>();");
        }
        if self.scoped {
            self.block_until("thread::scope(|scope|", "});", |writer| {
                writer.main_part(threads);
            });
            self.line("unsafe { v_end[7] = local.load(SeqCst); }");
        } else {
            self.main_part(threads);
        }
        self.line("unsafe { v_end[0] = *quiet(FIRST.lock()); }");
        if self.has(Feature::ReadWriteLocks) || self.has(Feature::Poison) {
            self.line("unsafe { v_end[1] = *quiet(READ_WRITE.read()) + 8 * READ_WRITE.is_poisoned() as u32; }");
        }
        if self.has(Feature::Poison) || self.has(Feature::Panics) {
            self.line("unsafe { v_end[2] = FIRST.is_poisoned() as u32; }");
        }
        if self.has(Feature::Collections) {
            self.line(
                "unsafe { v_end[3] = quiet(SECOND.lock()).iter().fold(0, |sum, x| 10 * sum + x); }",
            );
        }
        if self.has(Feature::Counted) {
            self.line("unsafe { v_end[4] = Arc::strong_count(&shared) as u32 + 8 * Arc::weak_count(&shared) as u32; }");
        }
        if self.chance(0.2) {
            self.line("std::process::exit(unsafe { v0 & 1 } as i32);");
        }
    }

    fn main_part(&mut self, threads: usize) {
        for thread in 1..=threads {
            let task = self.task(thread);
            self.line(&format!("let task{thread} = {task};"));
            let spawn = match (self.scoped, self.chance(0.2)) {
                (true, _) => format!("scope.spawn(move || thread{thread}(task{thread}));"),
                (false, false) => format!("thread::spawn(move || thread{thread}(task{thread}));"),
                (false, true) => format!(
                    "thread::Builder::new().name(\"other\".into()).spawn(move || thread{thread}(task{thread})).unwrap();"
                ),
            };
            self.line(&format!("let t{thread} = {spawn}"));
        }
        if self.has(Feature::Channels) {
            self.line("drop(sender);");
        }
        let task = self.task(0);
        self.line(&format!("let task = {task};"));
        self.opening();
        self.held.clear();
        if self.has(Feature::Parking) && self.chance(0.8) {
            self.line("t1.thread().unpark();");
        }
        self.obligations();
        if threads == 1 || self.chance(0.3) {
            for _ in 0..1 + self.below(3) {
                self.statement(1);
            }
        }
        self.line("unsafe { v_result[0] = r; }");
        if self.chance(0.3) {
            self.line("drop(task);");
        }
        for thread in 1..=threads {
            match self.below(10) {
                0 if threads == 1 => self.line(&format!("drop(t{thread});")),
                1 | 2 => self.line(&format!("let _ = t{thread}.join();")),
                _ => {
                    let value = if self.noisy {
                        "|noisy| noisy.0"
                    } else {
                        "|r| r"
                    };
                    self.line(&format!(
                        "unsafe {{ v_end[{}] = t{thread}.join().map_or(77, {value}); }}",
                        4 + thread
                    ));
                }
            }
            if self.chance(0.4) {
                self.plain();
            }
        }
    }
}
