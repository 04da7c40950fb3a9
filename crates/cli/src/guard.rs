//! Guards the command as a whole: it ends within its limits and soon after Ctrl-C, whatever it is
//! doing, and leaves neither temporary files nor compilers behind. What works for long looks at
//! the budget itself; a thread looks on, and answers in its place if it does not.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anstream::ColorChoice;
use trailhound_host::{Budget, Interrupt, Stop, clean_up, listen};

use crate::args::OutputArguments;
use crate::conclusion::{Conclusion, Verdict};
use crate::report::Printer;

/// What the command was started with.
struct Command {
    started: Instant,
    interrupt: Interrupt,
    budget: OnceLock<Budget>,
    limits_given: OnceLock<Given>,
    /// How to answer when the command is given up; empty once its own answer is on its way.
    answer: Mutex<Option<Printer>>,
}

/// The options of the user that name limits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given {
    pub time: Option<Duration>,
    pub memory: Option<usize>,
}

static COMMAND: OnceLock<Command> = OnceLock::new();

fn command() -> &'static Command {
    COMMAND.get_or_init(|| Command {
        started: Instant::now(),
        interrupt: Interrupt::default(),
        budget: OnceLock::new(),
        limits_given: OnceLock::new(),
        answer: Mutex::new(None),
    })
}

/// Begins the command: from here on a signal ends it in an orderly way.
pub fn begin() {
    const ENDED_BY_SIGNAL: i32 = 130;
    let interrupt = command().interrupt.clone();
    listen(move || {
        if interrupt.request() {
            clean_up();
            std::process::exit(ENDED_BY_SIGNAL);
        }
    });
}

/// Sets the limits of the command. `output` says how it is answered if it has to be given up.
pub fn limit(given: Given, output: &OutputArguments, colour: ColorChoice) {
    let command = command();
    let memory = given.memory.map(|bytes| bytes as u64);
    let budget = Budget::new(command.interrupt.clone())
        .with_time(command.started, given.time)
        .with_memory(memory.or_else(|| Some(trailhound_host::available_memory()? / 10 * 8)));
    *lock() = Some(Printer::new(output, colour));
    let _ = command.limits_given.set(given);
    if command.budget.set(budget.clone()).is_ok() {
        // Threads that wait for locks or pipes are no obstacle: the process ends with this one.
        thread::spawn(move || watch(&budget, grace(given.time)));
    }
}

/// What is left to the command.
pub fn budget() -> Budget {
    let command = command();
    let unlimited = || Budget::new(command.interrupt.clone());
    command.budget.get().cloned().unwrap_or_else(unlimited)
}

/// Whether the user has asked for the end.
pub fn interrupted() -> bool {
    command().interrupt.is_requested()
}

/// From here on the command is not given up: what it has found is told, however long that takes.
pub fn answer_is_known() {
    lock().take();
}

/// Ends the command without an answer of its own. Does not come back; the type is for those who
/// must say something.
pub fn give_up(stop: Stop) -> ExitCode {
    answer_in_place(stop);
    // The answer was on its way.
    ExitCode::from(UNDECIDED)
}

/// Why the limits did not suffice, in words.
pub fn reason(stop: Stop) -> &'static str {
    let given = command().limits_given.get().copied().unwrap_or_default();
    match stop {
        Stop::Time => "the limit on time (--max-time) was reached",
        Stop::Memory if given.memory.is_some() => "the limit on memory (--max-memory) was reached",
        Stop::Memory => "80 % of the free memory is used up (--max-memory sets another limit)",
        Stop::Interrupted => "interrupted",
    }
}

const UNDECIDED: u8 = 3;

/// How often the thread looks.
const PAUSE: Duration = Duration::from_millis(10);

/// How long the command may take to stop by itself: with what it takes to answer, a limit is
/// exceeded by half a second or 5 % at most.
fn grace(time: Option<Duration>) -> Duration {
    const SHORTEST: Duration = Duration::from_millis(350);
    let part = time.unwrap_or_default() / 25;
    part.clamp(SHORTEST, Duration::from_secs(10))
}

/// Bytes beyond the limit that the command is left to deal with by itself.
fn tolerance(budget: &Budget) -> u64 {
    const LEAST: u64 = 32 << 20;
    (budget.memory().unwrap_or(0) / 20).max(LEAST)
}

/// Looks on until the command has an answer, and gives one in its place if it goes on for longer
/// than it may.
fn watch(budget: &Budget, grace: Duration) {
    let mut stopped: Option<(Stop, Instant)> = None;
    while lock().is_some() {
        thread::sleep(PAUSE);
        stopped = match (budget.exhausted(), stopped) {
            // Memory may be given back.
            (None, _) => None,
            (Some(stop), Some((first, since))) if first == stop => Some((first, since)),
            (Some(stop), _) => Some((stop, Instant::now())),
        };
        let Some((stop, since)) = stopped else {
            continue;
        };
        let is_time = match stop {
            // The command may give some of it back, and be slow about it.
            Stop::Memory => budget.excess() > tolerance(budget),
            Stop::Time | Stop::Interrupted => since.elapsed() >= grace,
        };
        if is_time {
            answer_in_place(stop);
            return;
        }
    }
}

/// Answers and ends the process, unless the command's own answer is on its way.
fn answer_in_place(stop: Stop) {
    let mut answer = lock();
    let Some(printer) = answer.take() else {
        return;
    };
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[2K");
    }
    printer.write(&Conclusion {
        reason: Some(reason(stop).to_owned()),
        ..Conclusion::new(Verdict::Undecided)
    });
    clean_up();
    std::process::exit(UNDECIDED.into());
}

fn lock() -> std::sync::MutexGuard<'static, Option<Printer>> {
    command()
        .answer
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}
