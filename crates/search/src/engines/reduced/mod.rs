//! Depth-first search that follows only the agents whom the graph selects. What the graph knows
//! grows on the way, so the states are asked again until nothing changes (`settling.rs`). Memory is
//! the store and some bytes for each state; states with one successor are passed (`running.rs`).

mod chain;
mod circles;
mod entry;
mod links;
mod passed;
mod running;
mod settling;

use std::ops::ControlFlow;

use super::start::start;
use crate::dice::Dice;
use crate::findings::Findings;
use crate::graph::{Agents, Edge, EdgeKind, Finding, Graph};
use crate::options::Options;
use crate::outcome::{End, Outcome};
use crate::selection::Selection;
use crate::store::{Live, StateId, Store};
use crate::watch::{Monitor, Usage, Watch};
use chain::{Chain, change};
use entry::{Entries, Entry, States};
use links::Links;
use passed::Passed;

/// Random walks by which the graph learns before the search begins, and the steps of all together.
const WALKS: u32 = 12;
const MOST_STEPS: u32 = 40_000;

/// Explores a graph that has begun its reduction.
pub(super) fn reduced<G: Graph>(
    graph: &mut G,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let before = graph.selection();
    let mut search = Search {
        graph,
        store: Store::new(),
        entries: Entries::new(),
        links: Links::new(),
        path: Vec::new(),
        chain: Chain::default(),
        passed: Passed::default(),
        dated: 0,
        spare: Vec::new(),
        endings: options.livelocks.then(States::default),
        findings: Findings::new(options.stop_at),
        watch: Watch::new(&options.limits, monitor),
        live: Live::new(),
        changes: Vec::new(),
    };
    let end = match search.explore() {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) => End::Exhausted,
    };
    let usage = search.usage();
    let after = search.graph.selection();
    search.watch.stats.selection = Selection {
        states: after.states - before.states,
        able: after.able - before.able,
        selected: after.selected - before.selected,
    };
    search.watch.finish(end, search.findings, usage)
}

struct Search<'a, G> {
    graph: &'a mut G,
    store: Store,
    entries: Entries,
    links: Links,
    /// The stored states between the one where the descent began and the current one, the choices
    /// taken from them, and the steps to the next one.
    path: Vec<(StateId, u32, u32)>,
    chain: Chain,
    passed: Passed,
    /// What was known when the last sweep began.
    dated: u64,
    /// States that lead to an end, if circles without one are looked for.
    endings: Option<States>,
    findings: Findings,
    watch: Watch<'a>,
    live: Live,
    changes: Vec<(u32, u32)>,
    spare: Vec<(u32, u32)>,
}

impl<G: Graph> Search<'_, G> {
    fn explore(&mut self) -> ControlFlow<End> {
        let initial = match self.graph.initial() {
            Ok(initial) => initial,
            Err(finding) => return self.findings.record(finding, 0, Vec::new),
        };
        self.warm_up(&initial)?;
        let state = start(&initial, &mut self.store, &mut self.live);
        self.watch.stats.states_generated += 1;
        self.watch.count_stored()?;
        self.visit(state)?;
        self.descend(state, None)?;
        self.settle()?;
        self.judge_circles()
    }

    /// Walks at random, so that the graph knows something of what comes.
    fn warm_up(&mut self, initial: &[u32]) -> ControlFlow<End> {
        let mut dice = Dice(1);
        let mut edges: Vec<Vec<(u32, u32)>> = Vec::new();
        let mut steps = 0;
        for _ in 0..WALKS {
            let mut state = initial.to_vec();
            while steps < MOST_STEPS {
                steps += 1;
                edges.clear();
                let mut from = Some(0);
                while let Some(edge) =
                    from.and_then(|from| self.graph.successor(&state, from, &mut self.changes))
                {
                    from = edge.choice.checked_add(1);
                    match edge.kind {
                        EdgeKind::Step => edges.push(self.changes.clone()),
                        EdgeKind::Finding(_) => {}
                        EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
                    }
                    self.pulse()?;
                }
                if edges.is_empty() {
                    break;
                }
                let chosen = dice.below(edges.len() as u32);
                change(&mut state, &edges[chosen as usize]);
            }
        }
        ControlFlow::Continue(())
    }

    /// The initial state has just been stored, and `live` is there.
    fn visit(&mut self, state: StateId) -> ControlFlow<End> {
        let mut entry = Entry::new(None, 0);
        self.entries.set(state, entry);
        if let Some(finding) = self.graph.meet(self.live.words()) {
            self.record(finding, state, &[])?;
        }
        entry.asked = self.graph.knowledge();
        entry.selected = self.graph.select(self.live.words(), Agents::NONE);
        entry.followed = entry.selected;
        self.entries.set(state, entry);
        ControlFlow::Continue(())
    }

    /// Asks again whose edges are enough from a state, where `live` is; whether there are some
    /// to be followed that were not.
    fn ask(&mut self, state: StateId) -> bool {
        let mut entry = self.entries.get(state);
        entry.selected = self.graph.select(self.live.words(), entry.followed);
        let is_more = !entry.followed.covers(entry.selected);
        entry.followed = entry.followed.with(entry.selected);
        self.entries.set(state, entry);
        is_more
    }

    /// Follows the edges of a stored state, and all that is new behind them. What nothing new bears
    /// on `since` that version of the knowledge goes as it went.
    fn descend(&mut self, root: StateId, since: Option<u64>) -> ControlFlow<End> {
        let mut state = root;
        self.store.load(&mut self.live, state);
        let mut from = Some(0);
        // Whether the state has an edge, and the steps to it.
        let mut moves = false;
        let mut depth = 0;
        loop {
            let entry = self.entries.get(state);
            let Some(edge) = from.and_then(|from| self.next_edge(from, entry.followed)) else {
                self.leave(state, moves)?;
                let Some((parent, choice, steps)) = self.path.pop() else {
                    return ControlFlow::Continue(());
                };
                self.note_edge(parent, state);
                depth -= u64::from(steps);
                state = parent;
                self.store.load(&mut self.live, state);
                from = choice.checked_add(1);
                moves = true;
                continue;
            };
            from = edge.choice.checked_add(1);
            moves = true;
            self.watch.stats.transitions += 1;
            self.pulse()?;
            match edge.kind {
                EdgeKind::Step => {}
                EdgeKind::Finding(finding) => {
                    self.note_ending(state);
                    self.record(finding, state, &[edge.choice])?;
                    continue;
                }
                EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
            }
            let before = since.filter(|_| self.path.is_empty()).and_then(|since| {
                let link = self.links.find(entry.links, edge.choice)?;
                Some((link, since))
            });
            let arrival = self.run_on(state, edge.choice, before)?;
            if !arrival.is_new {
                self.note_edge(state, arrival.target);
                continue;
            }
            let steps = self.chain.steps;
            self.path.push((state, edge.choice, steps));
            depth += u64::from(steps);
            self.watch.stats.depth = self.watch.stats.depth.max(depth);
            state = arrival.target;
            from = Some(0);
            moves = false;
        }
    }

    /// The first edge of the current state with a choice from `from` on, of one of these agents.
    fn next_edge(&mut self, from: u32, agents: Agents) -> Option<Edge> {
        let words = self.live.words();
        let changes = &mut self.changes;
        self.graph.successor_of(words, from, agents, changes)
    }

    /// All edges of a state that are followed have been seen.
    fn leave(&mut self, state: StateId, moves: bool) -> ControlFlow<End> {
        self.watch.stats.states_expanded += 1;
        if !moves {
            self.note_ending(state);
        }
        match self.graph.inspect(self.live.words(), moves.into()) {
            Some(finding) => self.record(finding, state, &[]),
            None => ControlFlow::Continue(()),
        }
    }

    fn record(&mut self, finding: Finding, state: StateId, more: &[u32]) -> ControlFlow<End> {
        let trail = self.entries.trail(&self.links, state, more);
        self.findings.record(finding, trail.len(), || trail)
    }

    fn note_ending(&mut self, state: StateId) {
        if let Some(endings) = &mut self.endings {
            endings.insert(state);
        }
    }

    fn note_edge(&mut self, state: StateId, target: StateId) {
        if let Some(endings) = &mut self.endings
            && endings.contains(target)
        {
            endings.insert(state);
        }
    }

    /// Checks the limits now and then.
    #[inline]
    fn pulse(&mut self) -> ControlFlow<End> {
        self.watch.count_unfollowed(0);
        match self.watch.is_due() {
            true => self.check_limits(),
            false => ControlFlow::Continue(()),
        }
    }

    #[cold]
    fn check_limits(&mut self) -> ControlFlow<End> {
        let usage = self.usage();
        self.watch.pause(self.graph, &usage)?;
        self.watch.check_limits(usage)
    }

    fn usage(&self) -> Usage {
        let endings = self.endings.as_ref().map_or(0, States::bytes);
        let path = self.path.capacity() * size_of::<(StateId, u32, u32)>();
        let links = self.links.bytes() + self.passed.bytes();
        Usage {
            store: self.store.bytes() + self.entries.bytes() + links + path + endings,
            graph: self.graph.bytes(),
            frontier: self.path.len() as u64,
            store_is_full: self.store.is_full(),
            stopped: self.graph.stopped(),
        }
    }
}
