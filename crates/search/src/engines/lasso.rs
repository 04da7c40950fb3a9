//! Looks for a lasso: a path to a cycle that meets every condition again and again, such as
//! an execution that an automaton accepts. Strongly connected components are found depth
//! first, and what their edges meet is added up (Couvreur's algorithm); the search ends as
//! soon as a component has everything. It does not know what the conditions say.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::start::start;
use crate::findings::Findings;
use crate::graph::{EdgeKind, Graph};
use crate::options::Options;
use crate::outcome::{End, Outcome};
use crate::store::{Live, StateId, Store};
use crate::watch::{Monitor, Usage, Watch};

/// A graph whose edges meet conditions, each a bit.
pub trait Conditions: Graph {
    /// All of them: what a cycle must meet.
    fn all_conditions(&self) -> u64;

    /// Those that the edge meets which `successor` has given last.
    fn conditions_met(&self) -> u64;

    /// Who takes an edge, such as a thread: schedules by priority tell them apart.
    fn agent(&self, choice: u32) -> u32 {
        choice
    }
}

/// A path, and a cycle at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lasso {
    pub stem: Vec<u32>,
    pub cycle: Vec<u32>,
}

/// Explores `graph` until a component meets all conditions. With a lasso, `End::Found`; a
/// finding beside it was met on the way.
pub fn lasso<G: Conditions>(
    graph: &mut G,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> (Outcome, Option<Lasso>) {
    let mut search = Search {
        graph,
        store: Store::new(),
        numbers: Vec::new(),
        path: Vec::new(),
        active: Vec::new(),
        roots: Vec::new(),
        next: 1,
        lasso: None,
        findings: Findings::new(options.stop_at),
        watch: Watch::new(&options.limits, monitor),
    };
    let end = match search.explore() {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) => End::Exhausted,
    };
    let usage = search.usage();
    let outcome = search.watch.finish(end, search.findings, usage);
    (outcome, search.lasso)
}

/// A state on the depth-first path.
struct Frame {
    state: StateId,
    /// The edge that leads on.
    choice: u32,
    /// The next choice to ask for.
    from: Option<u32>,
}

/// The first state of a component, as far as it is known.
struct Root {
    number: u32,
    /// What the edges inside the component meet.
    inside: u64,
    /// What the edge into it meets.
    entry: u64,
}

struct Search<'a, G> {
    graph: &'a mut G,
    store: Store,
    /// By state, in the order of discovery.
    numbers: Vec<u32>,
    path: Vec<Frame>,
    /// States whose component is not complete.
    active: Vec<StateId>,
    roots: Vec<Root>,
    next: u32,
    lasso: Option<Lasso>,
    findings: Findings,
    watch: Watch<'a>,
}

const UNKNOWN: u32 = 0;
/// The number of states whose component is complete: no lasso goes through them.
const DONE: u32 = u32::MAX;

/// States that are looked at for a shorter stem.
const SHORTENING: usize = 300_000;

impl<G: Conditions> Search<'_, G> {
    fn explore(&mut self) -> ControlFlow<End> {
        let initial = match self.graph.initial() {
            Ok(initial) => initial,
            Err(finding) => return self.findings.record(finding, 0, Vec::new),
        };
        let all = self.graph.all_conditions();
        let mut live = Live::new();
        let mut changes = Vec::new();
        let first = start(&initial, &mut self.store, &mut live);
        self.watch.stats.states_generated += 1;
        self.enter(first, 0)?;
        self.meet(&live)?;
        while let Some(frame) = self.path.last_mut() {
            let graph = &mut *self.graph;
            let edge = frame
                .from
                .and_then(|from| graph.successor(live.words(), from, &mut changes));
            let Some(edge) = edge else {
                self.leave();
                if let Some(below) = self.path.last() {
                    self.store.load(&mut live, below.state);
                }
                continue;
            };
            frame.choice = edge.choice;
            frame.from = edge.choice.checked_add(1);
            self.watch.stats.transitions += 1;
            if self.watch.is_due() {
                let usage = self.usage();
                self.watch.check_limits(usage)?;
            }
            match edge.kind {
                EdgeKind::Step => {}
                EdgeKind::Finding(finding) => {
                    let path = &self.path;
                    let trail = || path.iter().map(|frame| frame.choice).collect();
                    self.findings.record(finding, path.len(), trail)?;
                    continue;
                }
                EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
            }
            let met = self.graph.conditions_met();
            let (target, is_new) = self.store.insert(&mut live, &changes);
            self.watch.stats.states_generated += 1;
            if is_new {
                live.advance();
                self.enter(target, met)?;
                self.meet(&live)?;
                continue;
            }
            self.watch.stats.revisited += 1;
            let number = self.number(target);
            if number == DONE {
                continue;
            }
            let mut collected = met;
            while let Some(root) = self.roots.pop_if(|root| root.number > number) {
                collected |= root.inside | root.entry;
            }
            let root = self.roots.last_mut().expect("an active state has a root");
            root.inside |= collected;
            if root.inside & all == all {
                let lowest = root.number;
                self.lasso = self.unroll(&initial, lowest, all);
                // Without a way into the component the search was given up.
                let end = self.graph.stopped().map_or(End::Found, End::from);
                return ControlFlow::Break(match self.lasso {
                    Some(_) => End::Found,
                    None => end,
                });
            }
        }
        ControlFlow::Continue(())
    }

    fn enter(&mut self, state: StateId, entry: u64) -> ControlFlow<End> {
        self.watch.count_stored()?;
        let at = state.number();
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, UNKNOWN);
        }
        self.numbers[at] = self.next;
        self.roots.push(Root {
            number: self.next,
            inside: 0,
            entry,
        });
        self.next += 1;
        self.active.push(state);
        self.path.push(Frame {
            state,
            choice: 0,
            from: Some(0),
        });
        let depth = self.path.len() as u64 - 1;
        self.watch.stats.depth = self.watch.stats.depth.max(depth);
        ControlFlow::Continue(())
    }

    /// Judges the state that has just been entered.
    fn meet(&mut self, live: &Live) -> ControlFlow<End> {
        let Some(finding) = self.graph.meet(live.words()) else {
            return ControlFlow::Continue(());
        };
        let before = &self.path[..self.path.len() - 1];
        let trail = || before.iter().map(|frame| frame.choice).collect();
        self.findings.record(finding, before.len(), trail)
    }

    /// Goes back from a state whose edges have all been seen.
    fn leave(&mut self) {
        let Some(frame) = self.path.pop() else { return };
        self.watch.stats.states_expanded += 1;
        let number = self.number(frame.state);
        if self.roots.pop_if(|root| root.number == number).is_none() {
            return;
        }
        while let Some(state) = self.active.pop() {
            self.numbers[state.number()] = DONE;
            if state == frame.state {
                return;
            }
        }
    }

    fn number(&self, state: StateId) -> u32 {
        self.numbers.get(state.number()).copied().unwrap_or(UNKNOWN)
    }

    /// A lasso into the component of the states from `lowest` on; None if the graph was given up.
    fn unroll(&mut self, initial: &[u32], lowest: u32, all: u64) -> Option<Lasso> {
        let numbers = std::mem::take(&mut self.numbers);
        let is_inside = |state: StateId| {
            let number = numbers.get(state.number()).copied().unwrap_or(UNKNOWN);
            number >= lowest && number != DONE
        };
        let mut live = Live::new();
        let first = start(initial, &mut self.store, &mut live);
        let shortest = if is_inside(first) {
            Some((Vec::new(), first))
        } else {
            self.shortest_path(
                first,
                |_, _| true,
                |_, target| is_inside(target),
                SHORTENING,
            )
            .map(|path| (path.choices, path.end))
        };
        let (stem, start) = shortest.unwrap_or_else(|| {
            let root = self
                .path
                .iter()
                .position(|frame| is_inside(frame.state))
                .expect("a component is entered along the path");
            let stem = self.path[..root].iter().map(|frame| frame.choice);
            (stem.collect(), self.path[root].state)
        });
        let mut cycle = Vec::new();
        let (mut at, mut collected) = (start, 0);
        while collected & all != all || at != start || cycle.is_empty() {
            let complete = collected & all == all;
            let path = self.shortest_path(
                at,
                |_, target| is_inside(target),
                |met, target| {
                    if complete {
                        target == start
                    } else {
                        met & all & !collected != 0
                    }
                },
                usize::MAX,
            );
            if path.is_none() && self.graph.stopped().is_some() {
                return None;
            }
            let path = path.expect("a component is connected");
            cycle.extend(path.choices);
            collected |= path.met;
            at = path.end;
        }
        Some(Lasso { stem, cycle })
    }

    /// The shortest path over edges that are `allowed` whose last edge is `wanted`; None if
    /// more than `most` states do not show it.
    fn shortest_path(
        &mut self,
        from: StateId,
        allowed: impl Fn(u64, StateId) -> bool,
        wanted: impl Fn(u64, StateId) -> bool,
        most: usize,
    ) -> Option<ShortestPath> {
        let mut live = Live::new();
        let mut changes = Vec::new();
        let mut before: FxHashMap<StateId, (StateId, u32, u64)> = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        while let Some(state) = queue.pop_front() {
            if before.len() > most {
                return None;
            }
            self.store.load(&mut live, state);
            let mut next = Some(0);
            while let Some(edge) =
                next.and_then(|from| self.graph.successor(live.words(), from, &mut changes))
            {
                next = edge.choice.checked_add(1);
                if edge.kind != EdgeKind::Step {
                    continue;
                }
                let met = self.graph.conditions_met();
                let (target, _) = self.store.insert(&mut live, &changes);
                if !allowed(met, target) {
                    continue;
                }
                if wanted(met, target) {
                    let mut choices = vec![edge.choice];
                    let (mut at, mut all_met) = (state, met);
                    while at != from {
                        let (previous, choice, met) = before[&at];
                        choices.push(choice);
                        all_met |= met;
                        at = previous;
                    }
                    choices.reverse();
                    return Some(ShortestPath {
                        choices,
                        end: target,
                        met: all_met,
                    });
                }
                if target != from && !before.contains_key(&target) {
                    before.insert(target, (state, edge.choice, met));
                    queue.push_back(target);
                }
            }
        }
        None
    }

    fn usage(&self) -> Usage {
        let own = self.numbers.len() * size_of::<u32>()
            + self.path.len() * size_of::<Frame>()
            + self.active.len() * size_of::<StateId>()
            + self.roots.len() * size_of::<Root>();
        Usage {
            store: self.store.bytes() + own,
            graph: self.graph.bytes(),
            frontier: self.path.len() as u64,
            store_is_full: self.store.is_full(),
            stopped: self.graph.stopped(),
        }
    }
}

struct ShortestPath {
    choices: Vec<u32>,
    end: StateId,
    met: u64,
}
