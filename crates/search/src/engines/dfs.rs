//! Depth-first search: a state counts as visited when it is generated, one successor at
//! a time. Memory is the store and a few bytes for each step of the longest path.

use std::ops::ControlFlow;

use super::path::{Path, Step};
use super::reduced::reduced;
use super::start::{count_edges, start};
use crate::findings::Findings;
use crate::graph::{EdgeKind, Graph};
use crate::livelock::Livelock;
use crate::options::{LimitKind, Options};
use crate::outcome::{End, Outcome};
use crate::store::{Live, StateId, Store};
use crate::watch::{Monitor, Usage, Watch};

/// Explores `graph` depth first, reduced if the graph knows which steps are independent.
///
/// With a limit on the depth, a state that was first met at the limit is not expanded
/// when it is met again nearer to the start; a search that was cut so never claims to be
/// exhaustive.
pub fn dfs<G: Graph>(graph: &mut G, options: &Options, monitor: &mut dyn Monitor) -> Outcome {
    if options.limits.depth.is_none() && graph.begin_reduction() {
        return reduced(graph, options, monitor);
    }
    let livelock = options.livelocks.then(|| Livelock::new(graph));
    let mut search = Search {
        graph,
        store: Store::new(),
        path: Path::new(),
        deepest: options
            .limits
            .depth
            .map_or(usize::MAX, |depth| depth as usize),
        was_cut: false,
        livelock,
        findings: Findings::new(options.stop_at),
        watch: Watch::new(&options.limits, monitor),
    };
    let end = match search.explore() {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) if search.was_cut => End::Limit(LimitKind::Depth),
        ControlFlow::Continue(()) => search.conclude(),
    };
    let usage = search.usage();
    search.watch.finish(end, search.findings, usage)
}

struct Search<'a, G> {
    graph: &'a mut G,
    store: Store,
    path: Path,
    deepest: usize,
    was_cut: bool,
    livelock: Option<Livelock>,
    findings: Findings,
    watch: Watch<'a>,
}

impl<G: Graph> Search<'_, G> {
    fn explore(&mut self) -> ControlFlow<End> {
        let initial = match self.graph.initial() {
            Ok(initial) => initial,
            Err(finding) => return self.findings.record(finding, 0, Vec::new),
        };
        let mut live = Live::new();
        let mut changes = Vec::new();
        let mut state = start(&initial, &mut self.store, &mut live);
        self.watch.stats.states_generated += 1;
        self.watch.count_stored()?;
        self.meet(&live)?;

        // The next choice to ask for, and how many edges of this state came before it.
        let mut from = Some(0);
        let mut edges_seen = 0;
        loop {
            let edge = match from {
                Some(from) if self.path.len() < self.deepest => {
                    self.graph.successor(live.words(), from, &mut changes)
                }
                _ => None,
            };
            let Some(edge) = edge else {
                self.leave(&live, edges_seen, &mut changes)?;
                if edges_seen == 0 {
                    self.note_way_out(state);
                }
                let step = self.path.pop();
                self.go_back(state, step)?;
                let Some(step) = step else {
                    return ControlFlow::Continue(());
                };
                state = step.state;
                self.store.load(&mut live, state);
                from = step.choice.checked_add(1);
                edges_seen = step.edges_seen;
                continue;
            };

            from = edge.choice.checked_add(1);
            edges_seen += 1;
            self.watch.stats.transitions += 1;
            if self.watch.is_due() {
                self.check_limits()?;
            }
            match edge.kind {
                EdgeKind::Step => {}
                EdgeKind::Finding(finding) => {
                    self.note_way_out(state);
                    let length = self.path.len() + 1;
                    let path = &self.path;
                    self.findings
                        .record(finding, length, || path.trail(&[edge.choice]))?;
                    continue;
                }
                EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
            }

            self.watch.stats.states_generated += 1;
            if self.livelock.is_none() && self.graph.remembers() {
                self.watch.stats.revisited += 1;
                continue;
            }
            let (target, is_new) = self.store.insert(&mut live, &changes);
            if is_new {
                self.watch.count_stored()?;
                self.graph.remember();
                self.path.push(Step {
                    state,
                    choice: edge.choice,
                    edges_seen,
                });
                live.advance();
                state = target;
                from = Some(0);
                edges_seen = 0;
                let depth = self.path.len() as u64;
                self.watch.stats.depth = self.watch.stats.depth.max(depth);
                self.meet(&live)?;
            } else {
                self.watch.stats.revisited += 1;
                if let Some(livelock) = &mut self.livelock {
                    livelock.note_edge(state, target);
                }
            }
        }
    }

    /// Judges a state that has just been stored.
    #[inline]
    fn meet(&mut self, live: &Live) -> ControlFlow<End> {
        match self.graph.meet(live.words()) {
            Some(finding) => {
                let path = &self.path;
                self.findings
                    .record(finding, path.len(), || path.trail(&[]))
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// Judges a state whose edges have all been seen, or that is at the limit.
    #[inline]
    fn leave(
        &mut self,
        live: &Live,
        edges_seen: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> ControlFlow<End> {
        let at_limit = self.path.len() >= self.deepest;
        let edges = if at_limit {
            count_edges(self.graph, live.words(), changes)
        } else {
            edges_seen
        };
        if at_limit && edges > 0 {
            self.was_cut = true;
        } else {
            self.watch.stats.states_expanded += 1;
        }
        match self.graph.inspect(live.words(), edges) {
            Some(finding) => {
                let path = &self.path;
                self.findings
                    .record(finding, path.len(), || path.trail(&[]))
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// The current state leads to an end.
    #[inline]
    fn note_way_out(&mut self, state: StateId) {
        if let Some(livelock) = &mut self.livelock {
            livelock.note_way_out(state);
        }
    }

    /// Goes back from `state` by the step that led there, and judges the circle that ends there.
    #[inline]
    fn go_back(&mut self, state: StateId, step: Option<Step>) -> ControlFlow<End> {
        let Some(livelock) = &mut self.livelock else {
            return ControlFlow::Continue(());
        };
        let Some(circle) = livelock.leave(state, step.map(|step| step.state)) else {
            return ControlFlow::Continue(());
        };
        let Some(finding) = livelock.judge(self.graph, &self.store, &circle) else {
            return ControlFlow::Continue(());
        };
        let (path, last) = (&self.path, step.map(|step| step.choice));
        let length = path.len() + last.iter().len();
        self.findings
            .record(finding, length, || path.trail(last.as_slice()))
    }

    /// Every state has been visited: looks for livelocks that show only now.
    fn conclude(&mut self) -> End {
        let usage = self.usage();
        let Some(livelock) = &mut self.livelock else {
            return End::Exhausted;
        };
        livelock.conclude(
            self.graph,
            &mut self.store,
            &mut self.findings,
            &mut self.watch,
            usage,
        )
    }

    #[cold]
    fn check_limits(&mut self) -> ControlFlow<End> {
        let usage = self.usage();
        self.watch.pause(self.graph, &usage)?;
        self.watch.check_limits(usage)
    }

    fn usage(&self) -> Usage {
        let livelock = self.livelock.as_ref().map_or(0, Livelock::bytes);
        Usage {
            store: self.store.bytes() + self.path.bytes() + livelock,
            graph: self.graph.bytes(),
            frontier: self.path.len() as u64,
            store_is_full: self.store.is_full(),
            stopped: self.graph.stopped(),
        }
    }
}
