//! Keeps the counters of a running search, and looks at the clock, the memory and the
//! monitor now and then. It does not know which engine runs.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use trailhound_checkpoint::{Damage, Reader, Writer};
use trailhound_host::Stop;

use crate::findings::Findings;
use crate::graph::Graph;
use crate::guide::Effect;
use crate::options::{LimitKind, Limits};
use crate::outcome::{End, Found, Outcome, Stats};

/// Someone who looks on: a progress line, Ctrl-C.
pub trait Monitor {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()>;
}

/// Nothing is told.
pub struct Unwatched;

impl Monitor for Unwatched {
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a search holds at one moment, in bytes and in states that wait.
pub(crate) struct Usage {
    pub store: usize,
    pub graph: usize,
    pub frontier: u64,
    /// The store cannot number many more nodes.
    pub store_is_full: bool,
    /// Why the graph was given up.
    pub stopped: Option<Stop>,
}

pub(crate) struct Watch<'a> {
    pub stats: Stats,
    monitor: &'a mut dyn Monitor,
    limits: Limits,
    most_states: u64,
    started: Instant,
    /// What the search has taken before it was resumed.
    seconds_before: f64,
    /// The number of edges at which to check again. Graphs differ a
    /// thousandfold in speed, so the pace adapts: reading the clock must cost nothing
    /// on a fast one, and a slow one must still answer to Ctrl-C.
    next_check: u64,
    pace: u64,
    unfollowed: u64,
    last_check: Instant,
    /// The number of edges at which the graph is asked whether the search may go on.
    next_pause: u64,
}

const FIRST_PACE: u64 = 16;
const LONGEST_PACE: u64 = 1 << 14;
const SHORTEST_WAIT: Duration = Duration::from_millis(5);
const LONGEST_WAIT: Duration = Duration::from_millis(50);

impl<'a> Watch<'a> {
    pub fn new(limits: &Limits, monitor: &'a mut dyn Monitor) -> Watch<'a> {
        let now = Instant::now();
        Watch {
            stats: Stats::default(),
            monitor,
            limits: limits.clone(),
            most_states: limits.states.unwrap_or(u64::MAX),
            started: now,
            seconds_before: 0.0,
            next_check: FIRST_PACE,
            pace: FIRST_PACE,
            unfollowed: 0,
            last_check: now,
            next_pause: 0,
        }
    }

    pub fn save(&self, out: &mut Writer<'_>) {
        self.stats.save(out);
        out.u64(self.unfollowed);
        out.u64(self.next_pause);
    }

    pub fn load(&mut self, input: &mut Reader<'_>) -> Result<(), Damage> {
        self.stats = Stats::load(input)?;
        self.seconds_before = self.stats.seconds;
        self.unfollowed = input.u64()?;
        self.next_pause = input.u64()?;
        Ok(())
    }

    #[inline]
    pub fn is_due(&self) -> bool {
        self.stats.transitions + self.unfollowed >= self.next_check
    }

    /// Counts edges that were only counted, so that the clock is not forgotten over them.
    pub fn count_unfollowed(&mut self, edges: u32) {
        self.unfollowed += u64::from(edges) + 1;
    }

    /// Whether it is time for the graph to do something else.
    pub fn is_pause_due(&self) -> bool {
        self.stats.transitions + self.unfollowed >= self.next_pause
    }

    /// Has the graph do something else if it is time for that; `Break` if that ends the search.
    pub fn pause(&mut self, graph: &mut impl Graph, usage: &Usage) -> ControlFlow<End> {
        if !self.is_pause_due() {
            return ControlFlow::Continue(());
        }
        let edges = self.stats.transitions + self.unfollowed;
        match graph.pause(edges, usage.store) {
            ControlFlow::Break(()) => ControlFlow::Break(End::Interrupted),
            ControlFlow::Continue(next) => {
                self.next_pause = next.max(edges + 1);
                self.last_check = Instant::now();
                ControlFlow::Continue(())
            }
        }
    }

    /// Shows the counters to the monitor; `Break` if it is time to end.
    #[cold]
    pub fn check_limits(&mut self, usage: Usage) -> ControlFlow<End> {
        let now = Instant::now();
        let waited = now - self.last_check;
        if waited < SHORTEST_WAIT {
            self.pace = (self.pace * 2).min(LONGEST_PACE);
        } else if waited > LONGEST_WAIT {
            self.pace = (self.pace / 2).max(1);
        }
        self.last_check = now;
        let edges = self.stats.transitions + self.unfollowed;
        self.next_check = edges + self.pace;
        // One that is overdue is of a search that never pauses.
        if self.next_pause > edges {
            self.next_check = self.next_check.min(self.next_pause);
        }
        self.note(&usage);

        if self.monitor.tick(&self.stats).is_break() {
            return ControlFlow::Break(End::Interrupted);
        }
        if let Some(stop) = self.limits.budget.exhausted() {
            return ControlFlow::Break(stop.into());
        }
        if self
            .limits
            .time
            .is_some_and(|time| now - self.started >= time)
        {
            return ControlFlow::Break(End::Limit(LimitKind::Time));
        }
        let bytes = usage.store + usage.graph;
        if usage.store_is_full || self.limits.memory_bytes.is_some_and(|most| bytes > most) {
            return ControlFlow::Break(End::Limit(LimitKind::Memory));
        }
        ControlFlow::Continue(())
    }

    /// Whether one more state is one too many.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.stats.states_stored >= self.most_states
    }

    /// The edge that was followed last leads to a state too many: it will be followed again.
    #[cold]
    pub fn take_back(&mut self) -> End {
        self.stats.transitions -= 1;
        self.stats.states_generated -= 1;
        End::Limit(LimitKind::States)
    }

    /// Counts a newly stored state; `Break` if it is one too many.
    #[inline]
    pub fn count_stored(&mut self) -> ControlFlow<End> {
        if self.is_full() {
            return ControlFlow::Break(End::Limit(LimitKind::States));
        }
        self.stats.states_stored += 1;
        ControlFlow::Continue(())
    }

    pub fn finish(mut self, end: End, findings: Findings, usage: Usage) -> Outcome {
        self.note(&usage);
        // What follows from a step that was given up is not known.
        let end = match (end, usage.stopped) {
            (End::Exhausted, Some(stop)) => stop.into(),
            _ => end,
        };
        let is_told = |found: &Found| usage.stopped.is_none() || !found.choices.is_empty();
        Outcome {
            finding: findings.into_best().filter(is_told),
            end,
            stats: self.stats,
            effect: Effect::default(),
        }
    }

    fn note(&mut self, usage: &Usage) {
        let stats = &mut self.stats;
        stats.seconds = self.seconds_before + self.started.elapsed().as_secs_f64();
        stats.frontier = usage.frontier;
        stats.store_bytes = stats.store_bytes.max(usage.store);
        stats.graph_bytes = stats.graph_bytes.max(usage.graph);
    }
}
