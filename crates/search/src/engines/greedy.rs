//! Greedy depth-first search: from each state to its best successor, and back at the end
//! of a path. Beside the store it keeps the path and what was not tried along it.

use std::ops::ControlFlow;

use super::{count_edges, start};
use crate::dice::scramble;
use crate::findings::Findings;
use crate::graph::{EdgeKind, Finding, Graph};
use crate::guide::{Effect, Guide, PastStep, Rank, Ranked};
use crate::livelock::Livelock;
use crate::options::{LimitKind, Options};
use crate::outcome::{End, Outcome};
use crate::store::{Live, StateId, Store};
use crate::watch::{Monitor, Usage, Watch};

/// Explores `graph` depth first, the best successor of each state first.
///
/// As with `dfs`, a search that was cut at the limit of the depth never claims to be
/// exhaustive.
pub fn greedy<G: Graph>(
    graph: &mut G,
    guide: &mut dyn Guide<G>,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let mut search = Search {
        graph,
        guide,
        store: Store::new(),
        live: Live::new(),
        changes: Vec::new(),
        path: Vec::new(),
        untried: Vec::new(),
        ranked: Vec::new(),
        seed: options.seed,
        effect: Effect::default(),
        deepest: options
            .limits
            .depth
            .map_or(usize::MAX, |depth| depth as usize),
        was_cut: false,
        livelock: options.livelock.map(Livelock::new),
        findings: Findings::new(options.stop_at),
        watch: Watch::new(&options.limits, monitor),
    };
    let end = match search.explore() {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) if search.was_cut => End::Limit(LimitKind::Depth),
        ControlFlow::Continue(()) => End::Exhausted,
    };
    let usage = search.usage();
    let outcome = search.watch.finish(end, search.findings, usage);
    Outcome {
        effect: search.effect,
        ..outcome
    }
}

/// A state on the path and how it was reached.
struct Place {
    state: StateId,
    choice: u32,
    note: u32,
    /// Where its untried successors begin.
    untried: usize,
}

struct Search<'a, G> {
    graph: &'a mut G,
    guide: &'a mut dyn Guide<G>,
    store: Store,
    live: Live,
    changes: Vec<(u32, u32)>,
    path: Vec<Place>,
    /// Choices and notes of the successors not tried, for each state of the path, the best
    /// last.
    untried: Vec<(u32, u32)>,
    ranked: Vec<(Rank, u32, u32, u32)>,
    seed: u64,
    effect: Effect,
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
        let state = start(&initial, &mut self.store, &mut self.live);
        self.watch.stats.states_generated += 1;
        self.watch.count_stored()?;
        self.arrive(state, 0, 0)?;

        while let Some(place) = self.path.last() {
            if self.untried.len() == place.untried {
                self.path.pop();
                if let Some(place) = self.path.last() {
                    self.store.load(&mut self.live, place.state);
                }
                continue;
            }
            let (choice, note) = self.untried.pop().expect("there is one left");
            let edge = self
                .graph
                .successor(self.live.words(), choice, &mut self.changes)
                .expect("a state has the edges that it had");
            let (target, is_new) = self.store.insert(&mut self.live, &self.changes);
            self.watch.stats.states_generated += 1;
            let livelock = self.livelock.as_mut();
            if is_new || livelock.is_some_and(|livelock| livelock.is_first_visit(target)) {
                self.watch.count_stored()?;
                self.live.advance();
                self.arrive(target, choice, note)?;
            } else {
                self.watch.stats.revisited += 1;
                if edge.stutters {
                    self.examine(target, choice)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Comes to a new state: judges it and ranks its successors.
    fn arrive(&mut self, state: StateId, choice: u32, note: u32) -> ControlFlow<End> {
        self.path.push(Place {
            state,
            choice,
            note,
            untried: self.untried.len(),
        });
        let depth = self.path.len() - 1;
        self.watch.stats.depth = self.watch.stats.depth.max(depth as u64);
        if let Some(finding) = self.graph.meet(self.live.words()) {
            self.record(finding, &[])?;
        }
        let edges = if depth < self.deepest {
            self.watch.stats.states_expanded += 1;
            self.rank_successors()?
        } else {
            let edges = count_edges(self.graph, self.live.words(), &mut self.changes);
            self.watch.count_unfollowed(edges);
            if edges > 0 {
                self.was_cut = true;
            } else {
                self.watch.stats.states_expanded += 1;
            }
            edges
        };
        match self.graph.inspect(self.live.words(), edges) {
            Some(finding) => self.record(finding, &[]),
            None => ControlFlow::Continue(()),
        }
    }

    fn rank_successors(&mut self) -> ControlFlow<End, u32> {
        let mut past = self.path[1..].iter().rev().map(|place| PastStep {
            choice: place.choice,
            note: place.note,
        });
        self.guide.arrive(self.graph, self.live.words(), &mut past);
        self.ranked.clear();
        let mut edges = 0;
        let mut from = Some(0);
        while let Some(edge) = from.and_then(|from| {
            self.graph
                .successor(self.live.words(), from, &mut self.changes)
        }) {
            from = edge.choice.checked_add(1);
            edges += 1;
            self.watch.stats.transitions += 1;
            if self.watch.is_due() {
                let usage = self.usage();
                self.watch.look(usage)?;
            }
            if let EdgeKind::Finding(finding) = edge.kind {
                self.record(finding, &[edge.choice])?;
                continue;
            }
            let Ranked { rank, note } =
                self.guide
                    .rank(self.graph, self.live.words(), edge, &self.changes);
            self.effect.note(rank);
            let order = match self.seed {
                0 => edges,
                seed => {
                    let number = self.watch.stats.transitions;
                    (scramble(seed ^ number) >> 32) as u32
                }
            };
            self.ranked.push((rank, order, edge.choice, note));
        }
        self.ranked.sort_unstable();
        let best_last = self.ranked.iter().rev();
        self.untried
            .extend(best_last.map(|&(_, _, choice, note)| (choice, note)));
        ControlFlow::Continue(edges)
    }

    /// Keeps a finding `more` choices behind the end of the path.
    fn record(&mut self, finding: Finding, more: &[u32]) -> ControlFlow<End> {
        let path = &self.path[1..];
        self.findings.record(finding, path.len() + more.len(), || {
            let taken = path.iter().map(|place| place.choice);
            taken.chain(more.iter().copied()).collect()
        })
    }

    /// Looks for a livelock behind the edge `choice` to a known state.
    fn examine(&mut self, target: StateId, choice: u32) -> ControlFlow<End> {
        let Some(livelock) = &mut self.livelock else {
            return ControlFlow::Continue(());
        };
        let finding = livelock.finding();
        let Some(mut way) = livelock.examine(self.graph, &mut self.store, target) else {
            return ControlFlow::Continue(());
        };
        way.insert(0, choice);
        self.record(finding, &way)
    }

    fn usage(&self) -> Usage {
        let livelock = self.livelock.as_ref().map_or(0, Livelock::bytes);
        let path = self.path.capacity() * size_of::<Place>();
        let untried = self.untried.capacity() * size_of::<(u32, u32)>();
        Usage {
            store: self.store.bytes() + path + untried + livelock,
            graph: self.graph.bytes(),
            frontier: self.untried.len() as u64,
            store_is_full: self.store.is_full(),
        }
    }
}
