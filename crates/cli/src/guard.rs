//! Guards the command as a whole: it ends within its limits and soon after Ctrl-C, whatever it is
//! doing, and leaves neither temporary files nor compilers behind. What works for long looks at
//! the budget itself; a thread looks on, and answers in its place if it does not.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use anstream::ColorChoice;
use trailhound_checker::{Interrupt, ResourceLimits, Session, Stop, Verdict};
use trailhound_host::{Budget, clean_up, listen};

use crate::answer;
use crate::output_arguments::{Format, OutputArguments};
use crate::progress::Progress;
use crate::report::Printer;

/// What the command was started with.
struct Command {
    started: Instant,
    interrupt: Interrupt,
    session: OnceLock<Session>,
}

static COMMAND: OnceLock<Command> = OnceLock::new();

fn command() -> &'static Command {
    COMMAND.get_or_init(|| Command {
        started: Instant::now(),
        interrupt: Interrupt::default(),
        session: OnceLock::new(),
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
pub fn limit(limits: ResourceLimits, output: &OutputArguments, colour: ColorChoice) -> Session {
    let command = command();
    let printer = Printer::new(output, colour);
    answer::if_given_up(move |reason| printer.write(&Verdict::undecided(reason)));
    let is_shown = !output.quiet && output.format == Format::Text;
    let observer = Arc::new(Progress::new(is_shown));
    let session = Session::begun(command.started, limits, command.interrupt.clone());
    let session = session.observed_by(observer);
    if command.session.set(session.clone()).is_ok() {
        let watched = session.clone();
        // Threads that wait for locks or pipes are no obstacle: the process ends with this one.
        thread::spawn(move || watch(&watched, grace(limits.time)));
    }
    session
}

/// A session without limits that ends with the command.
pub fn unlimited() -> Session {
    unwatched(ResourceLimits::default())
}

/// A session that keeps to its limits by itself, and ends with the command.
pub fn unwatched(limits: ResourceLimits) -> Session {
    let command = command();
    Session::begun(command.started, limits, command.interrupt.clone())
}

const UNDECIDED: i32 = 3;

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
fn watch(session: &Session, grace: Duration) {
    let budget = session.budget();
    let mut stopped: Option<(Stop, Instant)> = None;
    while answer::is_pending() {
        thread::sleep(PAUSE);
        if session.saving().is_busy() {
            stopped = None;
            continue;
        }
        let grace = grace + session.saving().patience();
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
            Stop::Memory => budget.excess() > tolerance(&budget),
            Stop::Time | Stop::Steps | Stop::Interrupted => since.elapsed() >= grace,
        };
        if is_time {
            answer_in_place(session.reason(stop));
            return;
        }
    }
}

/// Answers and ends the process, unless the command's own answer is on its way.
fn answer_in_place(reason: &str) {
    answer::give_up(|answer| {
        if io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
        answer(reason);
        clean_up();
        std::process::exit(UNDECIDED);
    });
}
