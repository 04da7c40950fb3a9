//! Iterative deepening: depth-first searches with a growing bound on the depth. Its trail
//! is a shortest one, as that of `bfs`, without a frontier.

use std::ops::ControlFlow;

use super::path::{Path, Step};
use super::start::{count_edges, start};
use crate::findings::Findings;
use crate::graph::{EdgeKind, Finding, Graph};
use crate::livelock::Livelock;
use crate::options::{LimitKind, Options};
use crate::outcome::{End, Outcome};
use crate::store::{Chunked, Live, StateId, Store};
use crate::watch::{Monitor, Usage, Watch};

/// Explores `graph` by iterative deepening.
///
/// In each round every state carries the least depth at which it was met; a state that is
/// met nearer to the start is expanded again, so a round sees every state within its
/// bound at its true distance. The bound grows by a quarter. Once an error is found, the
/// round goes on below the length of its trail, which makes the last one found a shortest.
/// A trail to a livelock leads there but need not be the shortest.
pub fn iddfs<G: Graph>(graph: &mut G, options: &Options, monitor: &mut dyn Monitor) -> Outcome {
    let livelock = options.livelocks.then(|| Livelock::new(graph));
    let mut search = Search {
        graph,
        store: Store::new(),
        live: Live::new(),
        changes: Vec::new(),
        path: Path::new(),
        depths: Chunked::new(),
        bound: 0,
        shortest_possible: 0,
        found: false,
        livelock,
        findings: Findings::new(options.stop_at),
        watch: Watch::new(&options.limits, monitor),
    };
    let deepest = options.limits.depth.unwrap_or(UNSEEN - 1);
    let end = match search.explore(deepest) {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) => search.conclude(),
    };
    let usage = search.usage();
    search.watch.finish(end, search.findings, usage)
}

/// The depth of a state not met in this round.
const UNSEEN: u32 = u32::MAX;

struct Search<'a, G> {
    graph: &'a mut G,
    store: Store,
    live: Live,
    changes: Vec<(u32, u32)>,
    path: Path,
    /// By the number of a state, the least depth at which this round met it.
    depths: Chunked<u32>,
    bound: u32,
    /// Earlier rounds have ruled out all shorter trails.
    shortest_possible: u32,
    /// Whether an error was met that ends the search.
    found: bool,
    livelock: Option<Livelock>,
    findings: Findings,
    watch: Watch<'a>,
}

impl<G: Graph> Search<'_, G> {
    fn explore(&mut self, deepest: u32) -> ControlFlow<End> {
        let initial = match self.graph.initial() {
            Ok(initial) => initial,
            Err(finding) => return self.findings.record(finding, 0, Vec::new),
        };
        let initial = start(&initial, &mut self.store, &mut self.live);
        self.watch.stats.states_generated += 1;
        self.watch.count_stored()?;

        let mut bound = deepest.min(1);
        loop {
            self.bound = bound;
            self.depths.fill(UNSEEN);
            self.depths.put(initial.number(), 0, UNSEEN);
            self.round(initial)?;
            if self.found {
                return ControlFlow::Break(End::Found);
            }
            if !self.goes_deeper() {
                return ControlFlow::Continue(());
            }
            if bound == deepest {
                return ControlFlow::Break(End::Limit(LimitKind::Depth));
            }
            self.shortest_possible = bound + 1;
            bound = bound.saturating_add((bound / 4).max(1)).min(deepest);
        }
    }

    /// One search from the initial state down to the bound.
    fn round(&mut self, initial: StateId) -> ControlFlow<End> {
        let mut state = initial;
        self.store.load(&mut self.live, state);
        // The next choice to ask for, and how many edges of this state came before it.
        let mut from = Some(0);
        let mut edges_seen = 0;
        loop {
            let depth = self.path.len() as u32;
            let edge = match from {
                Some(from) if depth < self.bound => {
                    self.graph
                        .successor(self.live.words(), from, &mut self.changes)
                }
                _ => None,
            };
            let Some(edge) = edge else {
                self.leave(edges_seen)?;
                let Some(step) = self.path.pop() else {
                    return ControlFlow::Continue(());
                };
                state = step.state;
                self.store.load(&mut self.live, state);
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
                    self.record(finding, &[edge.choice])?;
                    continue;
                }
                EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
            }

            let (target, is_new) = self.store.insert(&mut self.live, &self.changes);
            self.count_generated(target, is_new)?;
            if depth + 1 < self.depth_of(target) {
                self.depths.put(target.number(), depth + 1, UNSEEN);
                self.path.push(Step {
                    state,
                    choice: edge.choice,
                    edges_seen,
                });
                self.live.advance();
                state = target;
                from = Some(0);
                edges_seen = 0;
                let stats = &mut self.watch.stats;
                stats.depth = stats.depth.max(u64::from(depth) + 1);
            } else if edge.stutters {
                self.examine(target, edge.choice)?;
            }
        }
    }

    /// Judges a state whose edges have all been seen, or that is at the bound.
    fn leave(&mut self, edges_seen: u32) -> ControlFlow<End> {
        let at_bound = self.path.len() as u32 >= self.bound;
        let edges = if at_bound {
            count_edges(self.graph, self.live.words(), &mut self.changes)
        } else {
            edges_seen
        };
        if !at_bound || edges == 0 {
            self.watch.stats.states_expanded += 1;
        }
        let met = self.graph.meet(self.live.words());
        match met.or_else(|| self.graph.inspect(self.live.words(), edges)) {
            Some(finding) => self.record(finding, &[]),
            None => ControlFlow::Continue(()),
        }
    }

    /// Keeps a finding behind the current path and `more`. One that ends the search lets
    /// this round go on for a shorter trail, unless there can be none.
    fn record(&mut self, finding: Finding, more: &[u32]) -> ControlFlow<End> {
        let path = &self.path;
        let length = path.len() + more.len();
        let verdict = self.findings.record(finding, length, || path.trail(more));
        if verdict.is_break() {
            let best = self.findings.best().expect("a finding was recorded");
            let length = best.choices.len() as u32;
            if length <= self.shortest_possible {
                return verdict;
            }
            self.found = true;
            self.bound = self.bound.min(length - 1);
        }
        ControlFlow::Continue(())
    }

    fn count_generated(&mut self, target: StateId, is_new: bool) -> ControlFlow<End> {
        self.watch.stats.states_generated += 1;
        let livelock = self.livelock.as_mut();
        if is_new || livelock.is_some_and(|livelock| livelock.is_first_visit(target)) {
            return self.watch.count_stored();
        }
        self.watch.stats.revisited += 1;
        ControlFlow::Continue(())
    }

    #[inline]
    fn depth_of(&self, state: StateId) -> u32 {
        if state.number() < self.depths.len() {
            self.depths.get(state.number())
        } else {
            UNSEEN
        }
    }

    /// Whether a state at the bound has an edge; without one, all states were met.
    fn goes_deeper(&mut self) -> bool {
        self.store.states().any(|state| {
            let number = state.number();
            if number >= self.depths.len() || self.depths.get(number) != self.bound {
                return false;
            }
            self.store.load(&mut self.live, state);
            let edge = self
                .graph
                .successor(self.live.words(), 0, &mut self.changes);
            edge.is_some()
        })
    }

    /// Looks for a livelock behind the edge `choice` to a known state.
    fn examine(&mut self, target: StateId, choice: u32) -> ControlFlow<End> {
        let Some(livelock) = &mut self.livelock else {
            return ControlFlow::Continue(());
        };
        let examined = livelock.examine(self.graph, &mut self.store, (choice, target));
        let Some((path, finding)) = examined else {
            return ControlFlow::Continue(());
        };
        self.record(finding, &path)
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
        self.watch.check_limits(usage)
    }

    fn usage(&self) -> Usage {
        let livelock = self.livelock.as_ref().map_or(0, Livelock::bytes);
        Usage {
            store: self.store.bytes() + self.path.bytes() + self.depths.bytes() + livelock,
            graph: self.graph.bytes(),
            frontier: self.path.len() as u64,
            store_is_full: self.store.is_full(),
            stopped: self.graph.stopped(),
        }
    }
}
