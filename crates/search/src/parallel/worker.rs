//! One thread of a search: expands states that it is given.

use std::ops::ControlFlow;
use std::sync::RwLockReadGuard;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::shared::{Shared, Visited};
use crate::engines::count_edges;
use crate::graph::{EdgeKind, Finding, Graph};
use crate::options::LimitKind;
use crate::outcome::{End, Stats};
use crate::store::{Live, StateId, Writer};
use crate::watch::{Usage, Watch};

pub(super) struct Worker<'a, 'm, G> {
    pub graph: &'a mut G,
    pub shared: &'a Shared,
    /// The visited states, while it explores.
    visited: Option<RwLockReadGuard<'a, Visited>>,
    writer: Writer,
    live: Live,
    changes: Vec<(u32, u32)>,
    counted: Stats,
    /// Edges followed since the counters were last added to those of the others.
    since: u64,
    /// The one thread that shows the counters and looks at the limits.
    watch: Option<&'a mut Watch<'m>>,
    last_check: Instant,
    /// The graph wants to do something else.
    is_pause_due: bool,
    /// What it has told the others of its own bytes and of the states that wait here.
    told_bytes: usize,
    told_waiting: usize,
    report: Report,
}

/// What one thread has found.
#[derive(Default)]
pub(super) struct Report {
    /// The strongest error, and of equals the nearest as far as the order tells.
    pub best: Option<Candidate>,
    /// States without a step, or with one that ends in an error.
    pub ends: Vec<StateId>,
    /// States at the limit of the depth had steps.
    pub was_cut: bool,
}

/// An error, and how to get there.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub finding: Finding,
    pub state: StateId,
    /// The choice from there, if the error is on an edge.
    pub choice: Option<u32>,
    /// Steps to it, if the order tells.
    pub length: usize,
}

/// Counters are added to those of the others after so many edges.
const PACE: u64 = 256;
const BETWEEN_CHECKS: Duration = Duration::from_millis(10);

impl<'a, 'm, G: Graph> Worker<'a, 'm, G> {
    pub fn new(
        graph: &'a mut G,
        shared: &'a Shared,
        watch: Option<&'a mut Watch<'m>>,
    ) -> Worker<'a, 'm, G> {
        Worker {
            graph,
            shared,
            visited: None,
            writer: Writer::default(),
            live: Live::new(),
            changes: Vec::new(),
            counted: Stats::default(),
            since: 0,
            watch,
            last_check: Instant::now(),
            is_pause_due: false,
            told_bytes: 0,
            told_waiting: 0,
            report: Report::default(),
        }
    }

    pub fn into_report(self) -> Report {
        self.report
    }

    /// Begins to explore.
    pub fn enter(&mut self) {
        if self.visited.is_none() {
            let visited = self.shared.visited.read().expect("no holder panics");
            visited.tree.fit(&mut self.writer);
            self.visited = Some(visited);
        }
    }

    /// Lets others have the visited states to themselves.
    pub fn leave(&mut self) {
        if let Some(visited) = self.visited.take() {
            visited.tree.give_back(&mut self.writer);
        }
    }

    fn visited(&self) -> &Visited {
        self.visited.as_ref().expect("it has entered")
    }

    /// Expands a state; `depth` is the length of the way to it if the order tells. New states are
    /// handed to `next`. `Break` when the search is over.
    pub fn expand(
        &mut self,
        state: StateId,
        depth: usize,
        mut next: impl FnMut(StateId),
    ) -> ControlFlow<()> {
        if self.shared.wanted.load(Ordering::Relaxed) > 0 {
            self.leave();
        }
        self.enter();
        self.load(state);
        if let Some(finding) = self.graph.meet(self.live.words()) {
            self.record(finding, state, None, depth);
        }
        let mut edges = 0;
        let mut onward = None;
        let mut ends = false;
        let mut from = Some(0);
        while let Some(edge) = from.and_then(|from| {
            let words = self.live.words();
            self.graph.successor(words, from, &mut self.changes)
        }) {
            from = edge.choice.checked_add(1);
            edges += 1;
            self.counted.transitions += 1;
            self.since += 1;
            match edge.kind {
                EdgeKind::Step => {}
                EdgeKind::Finding(finding) => {
                    ends = true;
                    self.record(finding, state, Some(edge.choice), depth + 1);
                    continue;
                }
                EdgeKind::Abandoned(stop) => {
                    self.shared.halt(stop.into());
                    return ControlFlow::Break(());
                }
            }
            self.counted.states_generated += 1;
            let (target, is_new) = self.insert(state);
            if is_new {
                if !self.shared.may_store() {
                    let limit = End::Limit(LimitKind::States);
                    self.shared.halt(limit);
                    return ControlFlow::Break(());
                }
                self.counted.states_stored += 1;
                self.visited().predecessors.set(target, state);
                next(target);
            } else {
                self.counted.revisited += 1;
            }
            // A step to a state with a larger number never leads round.
            onward = onward.max(Some(target));
        }
        self.counted.states_expanded += 1;
        if edges == 0 || ends {
            self.note_end(state);
        } else if let (Some(links), Some(target)) = (&self.visited().onward, onward) {
            links.set(state, target);
        }
        if let Some(finding) = self.graph.inspect(self.live.words(), edges) {
            self.record(finding, state, None, depth);
        }
        self.pass_on()
    }

    /// Judges a state at the limit of the depth without following its edges.
    pub fn judge_only(&mut self, state: StateId, depth: usize) -> ControlFlow<()> {
        self.enter();
        self.load(state);
        let words = self.live.words();
        let edges = count_edges(self.graph, words, &mut self.changes);
        self.since += u64::from(edges) + 1;
        match edges {
            0 => self.counted.states_expanded += 1,
            _ => self.report.was_cut = true,
        }
        let met = self.graph.meet(self.live.words());
        let judged = met.or_else(|| self.graph.inspect(self.live.words(), edges));
        if let Some(finding) = judged {
            self.record(finding, state, None, depth);
        }
        self.pass_on()
    }

    #[inline]
    fn load(&mut self, state: StateId) {
        let visited = self.visited.as_ref().expect("it has entered");
        visited.tree.load(&mut self.live, state);
    }

    /// Stores the state behind the edge that was generated last, from `state`.
    #[inline]
    fn insert(&mut self, state: StateId) -> (StateId, bool) {
        loop {
            let visited = self.visited.as_ref().expect("it has entered");
            let Worker {
                writer,
                live,
                changes,
                ..
            } = self;
            if let Some(inserted) = visited.tree.insert(writer, live, changes) {
                return inserted;
            }
            self.make_room();
            self.load(state);
        }
    }

    #[cold]
    fn make_room(&mut self) {
        self.shared.wanted.fetch_add(1, Ordering::Relaxed);
        self.leave();
        let mut visited = self.shared.visited.write().expect("no holder panics");
        visited.make_room(&self.changes);
        self.shared.wanted.fetch_sub(1, Ordering::Relaxed);
        drop(visited);
        if let Some(stop) = self.shared.budget.exhausted() {
            self.shared.halt(stop.into());
        }
        self.enter();
    }

    fn note_end(&mut self, state: StateId) {
        if self.shared.livelocks {
            self.report.ends.push(state);
        }
    }

    fn record(&mut self, finding: Finding, state: StateId, choice: Option<u32>, length: usize) {
        let candidate = Candidate {
            finding,
            state,
            choice,
            length,
        };
        let best = &mut self.report.best;
        if best.is_none_or(|best| candidate.is_better_than(best)) {
            *best = Some(candidate);
        }
    }

    /// Whether an error was found that ends the search.
    pub fn has_found(&self) -> bool {
        let best = self.report.best;
        best.is_some_and(|best| best.finding.weight >= self.shared.stop_at)
    }

    /// Tells the others what was counted, now and then; `Break` when the search is over.
    #[inline]
    fn pass_on(&mut self) -> ControlFlow<()> {
        if self.since >= PACE {
            self.since = 0;
            self.shared.totals.add(&mut self.counted);
            if self.watch.is_none() {
                let bytes = self.graph.bytes();
                let change = bytes.wrapping_sub(std::mem::replace(&mut self.told_bytes, bytes));
                let total = &self.shared.totals.other_graphs;
                total.fetch_add(change, Ordering::Relaxed);
            }
            self.check_limits_if_due();
        }
        match self.shared.is_over() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Tells the others everything that was counted, before it waits or ends.
    pub fn settle(&mut self) {
        self.shared.totals.add(&mut self.counted);
        self.check_limits_if_due();
        self.leave();
    }

    /// Tells the others how many states wait here.
    pub fn count_waiting(&mut self, states: usize) {
        let change = states.wrapping_sub(std::mem::replace(&mut self.told_waiting, states));
        let total = &self.shared.totals.frontier;
        total.fetch_add(change, Ordering::Relaxed);
    }

    /// Notes how deep the search is.
    pub fn note_depth(&mut self, depth: usize) {
        self.counted.depth = self.counted.depth.max(depth as u64);
    }

    /// The steps that led to a state.
    pub fn steps_to(&mut self, state: StateId) -> usize {
        self.enter();
        self.visited().steps_to(state)
    }

    /// Shows the counters and looks at the limits, if this is the thread that does, and it is time.
    #[cold]
    pub fn check_limits_if_due(&mut self) {
        if self.watch.is_none() || self.last_check.elapsed() < BETWEEN_CHECKS {
            return;
        }
        self.last_check = Instant::now();
        self.leave();
        let usage = self.usage();
        let Some(watch) = &mut self.watch else { return };
        self.shared.totals.show(&mut watch.stats);
        self.is_pause_due = watch.is_pause_due();
        if let ControlFlow::Break(end) = watch.check_limits(usage) {
            self.shared.halt(end);
        }
    }

    #[inline]
    pub fn is_pause_due(&self) -> bool {
        self.is_pause_due
    }

    /// Has the graph do something else while the other threads go on.
    #[cold]
    pub fn pause(&mut self) {
        self.settle();
        let usage = self.usage();
        let Some(watch) = &mut self.watch else { return };
        if let ControlFlow::Break(end) = watch.pause(self.graph, &usage) {
            self.shared.halt(end);
        }
        self.is_pause_due = false;
    }

    fn usage(&self) -> Usage {
        let visited = self.shared.visited.read().expect("no holder panics");
        let totals = &self.shared.totals;
        let frontier = totals.frontier.load(Ordering::Relaxed);
        Usage {
            store: visited.bytes() + frontier * size_of::<StateId>(),
            graph: self.graph.bytes() + totals.other_graphs.load(Ordering::Relaxed),
            frontier: frontier as u64,
            store_is_full: visited.tree.is_full(),
            stopped: self.graph.stopped(),
        }
    }
}

impl Candidate {
    pub fn is_better_than(&self, other: Candidate) -> bool {
        let (weight, known) = (self.finding.weight, other.finding.weight);
        weight > known || weight == known && self.length < other.length
    }
}
