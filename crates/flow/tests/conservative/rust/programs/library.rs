//! What all random Rust programs have: events, shared objects, and functions, traits and
//! destructors that statements use. What a program does not use, the compiler leaves out.

/// Functions that are events tell `TOLD` which one is called: four times the number of the letter,
/// and the argument of `seen_g`. A mark would tell the graph, too.
pub const DECLARATIONS: &str = r#"#![allow(warnings)]
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Barrier, Condvar, LazyLock, Mutex, MutexGuard, Once, OnceLock, PoisonError, RwLock};
use std::thread;
use trailhound::{mark, toss};

static M: Mutex<u32> = Mutex::new(0);
static N: Mutex<u32> = Mutex::new(0);
static RW: RwLock<u32> = RwLock::new(0);
static FLAG: AtomicU32 = AtomicU32::new(0);
static COUNT: AtomicU32 = AtomicU32::new(0);
static READY: Mutex<bool> = Mutex::new(false);
static BELL: Condvar = Condvar::new();
static TOLD: AtomicU32 = AtomicU32::new(0);
static ONCE: Once = Once::new();
static HOOK: OnceLock<fn()> = OnceLock::new();
static LAZY: LazyLock<u32> = LazyLock::new(|| { seen_c(); 1 });
static JOB: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);
static SLOT: Mutex<Option<Noisy>> = Mutex::new(None);

#[inline(never)] fn seen_a() { TOLD.store(0, SeqCst) }
#[inline(never)] fn seen_b() { TOLD.store(4, SeqCst) }
#[inline(never)] fn seen_c() { TOLD.store(8, SeqCst) }
#[inline(never)] fn seen_d() { TOLD.store(12, SeqCst) }
#[inline(never)] fn seen_e() { TOLD.store(16, SeqCst) }
#[inline(never)] fn seen_f() { TOLD.store(20, SeqCst) }
#[inline(never)] fn seen_g(n: u32) { TOLD.store(if n == 0 { 24 } else if n == 1 { 25 } else { 26 }, SeqCst) }

struct Noisy;
impl Drop for Noisy { fn drop(&mut self) { seen_d() } }
struct Farewell(u32);
impl Drop for Farewell { fn drop(&mut self) { seen_e() } }
thread_local! { static LOCAL: Farewell = Farewell(FLAG.load(SeqCst)); }

struct Shown;
impl fmt::Display for Shown { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { seen_f(); f.write_str("shown") } }

trait Speaks { fn speak(&self); }
struct Loud;
struct Soft(u32);
impl Speaks for Loud { fn speak(&self) { seen_a(); seen_b() } }
impl Speaks for Soft { fn speak(&self) { if self.0 == 1 { seen_c() } else { seen_b() } } }
fn all_speak<S: Speaks>(speakers: &[S]) { for speaker in speakers { speaker.speak() } }

fn twice(act: impl Fn()) { act(); act() }
fn through(act: &dyn Fn()) { act() }
fn once(act: Box<dyn FnOnce() + Send>) { act() }
fn pair() { seen_a(); seen_b() }
fn holding(guard: MutexGuard<'_, u32>) { seen_a(); drop(guard); seen_b() }
fn kept<'a>(mut guard: MutexGuard<'a, u32>) -> MutexGuard<'a, u32> { *guard = 1; seen_c(); guard }
fn locked(lock: &Mutex<u32>) -> MutexGuard<'_, u32> { lock.lock().unwrap_or_else(PoisonError::into_inner) }
fn down(n: u32) { seen_a(); if n > 0 { down(n - 1) } seen_b() }
fn ping(n: u32) { seen_c(); if n > 0 { pong(n - 1) } }
fn pong(n: u32) { seen_d(); if n > 0 { ping(n - 1) } }
fn work() { let job = JOB.lock().unwrap().take(); if let Some(job) = job { job() } }
fn ring() { *READY.lock().unwrap() = true; BELL.notify_one(); }
fn wait() { let mut ready = READY.lock().unwrap(); while !*ready { ready = BELL.wait(ready).unwrap(); } seen_f() }
"#;
