//! The surroundings of a piece of work: what it may take, who watches it, and how it is stopped.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use trailhound_frontend::{News, Watch};
use trailhound_host::{Budget, Interrupt, Stop, available_memory};
use trailhound_search::{Monitor, Stats};

use crate::checkpoints::{Keeping, Saving};

/// Bounds on the time and memory of the whole work, compiling included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceLimits {
    pub time: Option<Duration>,
    /// Bytes of the process; 80 % of the free memory if not given.
    pub memory: Option<u64>,
}

/// Watches work. All methods may be called from several threads.
pub trait Observer: Send + Sync {
    /// A compiler begins with this file or crate.
    fn compiling(&self, _what: &str) {}

    /// Another check uses what Cargo has made of the package; this one goes on when that has ended.
    fn waiting(&self) {}

    /// All is compiled.
    fn compiled(&self) {}

    /// A search is under way. `Break` asks for the end of the whole work.
    fn progress(&self, _phase: &str, _stats: &Stats) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The phase that was reported last is over.
    fn phase_over(&self) {}

    /// An error was found; what is left is to describe it, whatever the limits say.
    fn answer_is_known(&self) {}
}

/// Watches nothing.
pub struct Unobserved;

impl Observer for Unobserved {}

/// Which option ends the work when its time is over.
#[derive(Clone, Copy)]
enum TimeLimit {
    Own,
    OfAll,
}

#[derive(Clone)]
pub struct Session {
    budget: Budget,
    limits: ResourceLimits,
    time_limit: TimeLimit,
    /// Bytes that the states of one search may take, where several share the process.
    search_memory: Option<u64>,
    interrupt: Interrupt,
    saving: Saving,
    /// Keeps checkpoints of the search.
    keeping: Option<Arc<Keeping>>,
    observer: Arc<dyn Observer>,
}

impl Default for Session {
    fn default() -> Session {
        Session::new(ResourceLimits::default())
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Session")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A session whose time begins now.
    pub fn new(limits: ResourceLimits) -> Session {
        Session::begun(Instant::now(), limits, Interrupt::default())
    }

    /// A session whose time began earlier, and that `interrupt` ends.
    pub fn begun(start: Instant, limits: ResourceLimits, interrupt: Interrupt) -> Session {
        let usual_memory = || Some(available_memory()? / 10 * 8);
        Session {
            budget: Budget::new(interrupt.clone())
                .with_time(start, limits.time)
                .with_memory(limits.memory.or_else(usual_memory)),
            limits,
            time_limit: TimeLimit::Own,
            search_memory: None,
            interrupt,
            saving: Saving::default(),
            keeping: None,
            observer: Arc::new(Unobserved),
        }
    }

    /// A session for one of several pieces of work, whose time begins now. It ends with the whole at the
    /// latest; its memory is that of the states that it stores, `share` of it if no limit is given.
    pub(crate) fn part(&self, limits: ResourceLimits, share: u64) -> Session {
        let own = limits
            .memory
            .or(self.budget.memory().map(|all| all / share));
        let budget = self.budget();
        let is_less = |left| limits.time.is_none_or(|time| left < time);
        Session {
            time_limit: match budget.time_left().is_some_and(is_less) {
                true => TimeLimit::OfAll,
                false => TimeLimit::Own,
            },
            budget: limits
                .time
                .map_or(budget.clone(), |time| budget.at_most(time)),
            limits,
            search_memory: own,
            ..self.unobserved()
        }
    }

    /// Bytes that the states of a search may take.
    pub(crate) fn search_memory(&self) -> Option<u64> {
        self.search_memory.or(self.budget.memory())
    }

    /// Threads that this work may use: one where several pieces of work share the process.
    pub(crate) fn workers(&self) -> usize {
        match self.search_memory {
            Some(_) => 1,
            None => thread::available_parallelism().map_or(1, usize::from),
        }
    }

    pub fn observed_by(self, observer: Arc<dyn Observer>) -> Session {
        Session { observer, ..self }
    }

    /// The same session, whose search is kept, or not.
    pub(crate) fn kept_by(self, keeping: Option<Arc<Keeping>>) -> Session {
        Session { keeping, ..self }
    }

    pub(crate) fn keeping(&self) -> Option<&Keeping> {
        self.keeping.as_deref()
    }

    /// Whether checkpoints are written.
    pub fn saving(&self) -> &Saving {
        &self.saving
    }

    /// The same session without its observer.
    pub(crate) fn unobserved(&self) -> Session {
        self.clone().observed_by(Arc::new(Unobserved))
    }

    pub fn budget(&self) -> Budget {
        self.budget.clone()
    }

    pub fn limits(&self) -> ResourceLimits {
        self.limits
    }

    /// Ends the work soon when it is requested.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    pub fn interrupted(&self) -> bool {
        self.interrupt.is_requested()
    }

    pub(crate) fn answer_is_known(&self) {
        self.observer.answer_is_known();
    }

    /// Tells the observer what is being compiled.
    pub(crate) fn watch(&self) -> Watch {
        let observer = Arc::clone(&self.observer);
        Watch::new(move |news| match news {
            News::Compiling(what) => observer.compiling(what),
            News::Waiting => observer.waiting(),
        })
    }

    pub(crate) fn compiled(&self) {
        self.observer.compiled();
    }

    pub(crate) fn phase(&self, label: impl Into<String>) -> Phase<'_> {
        Phase {
            session: self,
            label: label.into(),
        }
    }

    /// Why the work was stopped, in words.
    pub fn reason(&self, stop: Stop) -> &'static str {
        match stop {
            Stop::Time => match self.time_limit {
                TimeLimit::Own => "the limit on time (--max-time) was reached",
                TimeLimit::OfAll => {
                    "the limit on the time of all tests (--max-total-time) was reached"
                }
            },
            Stop::Memory if self.limits.memory.is_some() => {
                "the limit on memory (--max-memory) was reached"
            }
            Stop::Memory => "80 % of the free memory is used up (--max-memory sets another limit)",
            Stop::Steps => "--memory c11 searches on",
            Stop::Interrupted => "interrupted",
        }
    }
}

/// A search that reports its progress to the observer of a session.
pub(crate) struct Phase<'s> {
    session: &'s Session,
    label: String,
}

impl Monitor for Phase<'_> {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if self.session.interrupted() {
            return ControlFlow::Break(());
        }
        let wish = self.session.observer.progress(&self.label, stats);
        if wish.is_break() {
            self.session.interrupt.request();
        }
        wish
    }
}

impl Drop for Phase<'_> {
    fn drop(&mut self) {
        self.session.observer.phase_over();
    }
}
