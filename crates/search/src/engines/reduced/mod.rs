//! Depth-first search that follows only the agents whom the graph selects. What the graph knows
//! grows on the way, so the states are asked again until nothing changes (`settling.rs`). Memory is
//! the store and some bytes for each state; states with one successor are passed (`running.rs`).

mod chain;
mod circles;
mod entry;
mod links;
mod passed;
mod running;
mod saving;
mod settling;

use std::ops::ControlFlow;

use super::start::start;
use crate::dice::Dice;
use crate::findings::Findings;
use crate::graph::{Agents, Edge, EdgeKind, Finding, Graph};
use crate::keeper::Keeper;
use crate::options::{LimitKind, Options};
use crate::outcome::{End, Outcome};
use crate::selection::Selection;
use crate::states::States;
use crate::store::{Live, StateId, Store};
use crate::watch::{Monitor, Usage, Watch};
use chain::{Chain, change};
use entry::{Entries, Entry};
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
    keeper: &mut dyn Keeper<G>,
) -> Outcome {
    let selected_before = graph.selection();
    let mut search = Search {
        graph,
        keeper,
        stage: Stage::First,
        descent: None,
        resumable: false,
        has_one_more: false,
        selected_before,
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
    let end = search.run();
    let usage = search.usage();
    let before = search.selected_before;
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
    keeper: &'a mut dyn Keeper<G>,
    stage: Stage,
    /// Where the search can be resumed, if that is in a descent, as long as it has not gone on.
    descent: Option<Descent>,
    /// It can be resumed where it is.
    resumable: bool,
    /// A state was stored that is one too many.
    has_one_more: bool,
    /// What had been selected before the search began.
    selected_before: Selection,
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

/// What the search is about, apart from its descent.
enum Stage {
    /// The descent from the initial state.
    First,
    /// States are asked again.
    Sweep(Sweep),
    /// These are expanded fully, the last one first.
    Ignoring(Vec<StateId>),
    Settled,
}

#[derive(Clone, Copy)]
struct Sweep {
    /// What was known and how many states there were when it began.
    before: (u64, u64),
    /// The next state by its number, and the last one.
    next: u64,
    last: u64,
}

/// A stored state at the end of the path, between two of its edges.
#[derive(Clone, Copy)]
struct Descent {
    state: StateId,
    /// The next choice to ask for.
    from: Option<u32>,
    /// Whether the state has an edge.
    moves: bool,
    /// The steps to the state.
    depth: u64,
    /// What nothing new bears on since this version of the knowledge goes as it went.
    since: Option<u64>,
}

impl<G: Graph> Search<'_, G> {
    fn run(&mut self) -> End {
        let explored = match self.keeper.resume() {
            None => self.explore(),
            Some(input) => match self.load(input) {
                Ok(()) => self.go_on(),
                Err(damage) => {
                    self.keeper.refuse(damage);
                    return End::Interrupted;
                }
            },
        };
        match explored {
            ControlFlow::Break(end) => {
                if end.is_open() {
                    self.keep();
                }
                end
            }
            ControlFlow::Continue(()) => End::Exhausted,
        }
    }

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

    /// Goes on where the search was saved.
    fn go_on(&mut self) -> ControlFlow<End> {
        self.resumable = false;
        if let Some(descent) = self.descent.take() {
            self.go_down(descent)?;
        }
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
        self.go_down(Descent {
            state: root,
            from: Some(0),
            moves: false,
            depth: 0,
            since,
        })
    }

    fn go_down(&mut self, mut at: Descent) -> ControlFlow<End> {
        self.store.load(&mut self.live, at.state);
        loop {
            if self.watch.is_due() || self.has_one_more {
                self.pause(Some(at))?;
            }
            let entry = self.entries.get(at.state);
            let Some(edge) = at
                .from
                .and_then(|from| self.next_edge(from, entry.followed))
            else {
                self.leave(at.state, at.moves)?;
                let Some((parent, choice, steps)) = self.path.pop() else {
                    return ControlFlow::Continue(());
                };
                self.note_edge(parent, at.state);
                at.depth -= u64::from(steps);
                at.state = parent;
                self.store.load(&mut self.live, at.state);
                at.from = choice.checked_add(1);
                at.moves = true;
                continue;
            };
            at.from = edge.choice.checked_add(1);
            at.moves = true;
            self.watch.stats.transitions += 1;
            self.watch.count_unfollowed(0);
            match edge.kind {
                EdgeKind::Step => {}
                EdgeKind::Finding(finding) => {
                    self.note_ending(at.state);
                    self.record(finding, at.state, &[edge.choice])?;
                    continue;
                }
                EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
            }
            let before = at.since.filter(|_| self.path.is_empty());
            let before = before.and_then(|since| {
                let link = self.links.find(entry.links, edge.choice)?;
                Some((link, since))
            });
            let arrival = self.run_on(at.state, edge.choice, before)?;
            if !arrival.is_new {
                self.note_edge(at.state, arrival.target);
                continue;
            }
            let steps = self.chain.steps;
            self.path.push((at.state, edge.choice, steps));
            at.depth += u64::from(steps);
            self.watch.stats.depth = self.watch.stats.depth.max(at.depth);
            at.state = arrival.target;
            at.from = Some(0);
            at.moves = false;
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

    /// Does what is due between two edges of a descent, or between two states.
    #[cold]
    fn pause(&mut self, descent: Option<Descent>) -> ControlFlow<End> {
        // What a graph has said since it was given up is worth nothing.
        self.resumable = self.graph.stopped().is_none();
        self.descent = descent;
        if self.has_one_more {
            return ControlFlow::Break(End::Limit(LimitKind::States));
        }
        self.check_limits()?;
        if self.resumable && self.keeper.is_due() {
            self.keep();
        }
        self.resumable = false;
        self.descent = None;
        ControlFlow::Continue(())
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
