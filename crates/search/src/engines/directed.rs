//! What best-first, greedy, beam and A* have in common: a queue of states, from which the
//! first one is expanded. The plan says what the order is made of and what is kept.

use std::ops::ControlFlow;

use super::arrivals::{Arrival, Arrivals};
use super::frontier::{Frontier, tie};
use super::start::{count_edges, start};
use crate::findings::Findings;
use crate::graph::{Edge, EdgeKind, Finding, Graph};
use crate::guide::{Effect, Guide, HOPELESS, Rank, Ranked};
use crate::livelock::Livelock;
use crate::options::{LimitKind, Options};
use crate::outcome::{End, Outcome};
use crate::store::{Live, StateId, Store};
use crate::watch::{Monitor, Usage, Watch};

/// Which of the states that wait goes first.
pub(super) enum Order {
    /// The best of all. What a step behind and a unit of the guide's rank count for.
    Ranked { step: i64, rank: i64 },
    /// The best successor of the state that was expanded last. Where the guide sees no way
    /// to its goal the search turns back, and comes there when nothing else is left.
    Deepening,
}

/// How a search of this family goes.
pub(super) struct Plan {
    pub order: Order,
    /// The states that may wait at a time.
    pub width: Option<usize>,
    /// A state that is met again by a shorter way is expanded again.
    pub reopens: bool,
}

impl Plan {
    #[inline]
    fn key(&self, rank: Rank, depth: u32) -> Rank {
        match self.order {
            Order::Ranked { step, rank: unit } => {
                let behind = step.saturating_mul(i64::from(depth));
                Rank {
                    first: unit.saturating_mul(rank.first).saturating_add(behind),
                    second: rank.second,
                }
            }
            Order::Deepening => Rank {
                first: i64::from(rank.first >= HOPELESS),
                second: 0,
            },
        }
    }

    /// What a finding so many steps from the start is worth to a guide that never
    /// overestimates; None if a shorter trail is not to be waited for.
    fn shortest(&self, length: u32) -> Option<i64> {
        match self.order {
            Order::Ranked { step, rank } if self.reopens && step == rank => {
                Some(step * i64::from(length))
            }
            _ => None,
        }
    }

    fn deepens(&self) -> bool {
        matches!(self.order, Order::Deepening)
    }
}

/// Explores `graph` as `plan` says.
///
/// States are judged when they are expanded, errors of steps are met when the steps are
/// generated. A search whose bounded queue has dropped a state never claims to be
/// exhaustive, and neither does one that was cut at the limit of the depth.
pub(super) fn explore<G: Graph, U: Guide<G> + ?Sized>(
    plan: Plan,
    graph: &mut G,
    guide: &mut U,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let waits_for_shortest = plan.shortest(0).is_some() && guide.is_lower_bound();
    // What is sorted already comes in the order of its arrival.
    let ties = if plan.deepens() { 0 } else { options.seed };
    let livelock = options.livelocks.then(|| Livelock::new(graph));
    let mut search = Search {
        frontier: Frontier::new(plan.width, ties),
        seed: options.seed,
        ignores_known: !plan.reopens && !plan.deepens(),
        plan,
        graph,
        guide,
        store: Store::new(),
        live: Live::new(),
        changes: Vec::new(),
        successors: Vec::new(),
        arrivals: Arrivals::new(),
        effect: Effect::default(),
        deepest: options.limits.depth.unwrap_or(u32::MAX >> 1),
        waits_for_shortest,
        found_at: None,
        has_dropped: false,
        was_cut: false,
        livelock,
        findings: Findings::new(options.stop_at),
        watch: Watch::new(&options.limits, monitor),
    };
    let end = match search.explore() {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) if search.found_at.is_some() => End::Found,
        ControlFlow::Continue(()) if search.has_dropped => End::Limit(LimitKind::Width),
        ControlFlow::Continue(()) if search.was_cut => End::Limit(LimitKind::Depth),
        ControlFlow::Continue(()) => search.conclude(),
    };
    let usage = search.usage();
    let outcome = search.watch.finish(end, search.findings, usage);
    Outcome {
        effect: search.effect,
        ..outcome
    }
}

struct Search<'a, G, U: ?Sized> {
    plan: Plan,
    graph: &'a mut G,
    guide: &'a mut U,
    store: Store,
    live: Live,
    changes: Vec<(u32, u32)>,
    frontier: Frontier,
    seed: u64,
    /// Successors of the state that is expanded, which wait to be queued.
    successors: Vec<(Rank, u32, StateId)>,
    arrivals: Arrivals,
    effect: Effect,
    deepest: u32,
    /// The search goes on until no shorter trail than the one found is possible.
    waits_for_shortest: bool,
    /// The length of the shortest trail found that ends the search.
    found_at: Option<u32>,
    has_dropped: bool,
    was_cut: bool,
    /// A state that is met again is only counted.
    ignores_known: bool,
    livelock: Option<Livelock>,
    findings: Findings,
    watch: Watch<'a>,
}

impl<G: Graph, U: Guide<G> + ?Sized> Search<'_, G, U> {
    fn explore(&mut self) -> ControlFlow<End> {
        let initial = match self.graph.initial() {
            Ok(initial) => initial,
            Err(finding) => return self.findings.record(finding, 0, Vec::new),
        };
        let state = start(&initial, &mut self.store, &mut self.live);
        self.watch.stats.states_generated += 1;
        self.watch.count_stored()?;
        self.arrivals.set(state, Arrival::new(None, 0, 0, 0));
        self.frontier.push(Rank::default(), state);

        while let Some((key, state)) = self.frontier.pop() {
            if !self.arrivals.take(state) {
                continue;
            }
            let depth = self.arrivals.get(state).depth();
            // No trail through a state is shorter than its key, which is a lower bound.
            let shortest = self.found_at.and_then(|found| self.plan.shortest(found));
            let is_initial = depth == 0;
            if shortest.is_some_and(|shortest| !is_initial && key.first >= shortest) {
                return ControlFlow::Break(End::Found);
            }
            self.store.load(&mut self.live, state);
            if depth < self.deepest {
                let edges = self.expand(state, depth)?;
                self.watch.stats.states_expanded += 1;
                if edges == 0 {
                    self.note_end(state);
                }
                self.judge(state, depth, edges)?;
            } else {
                self.stop_at(state, depth)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Follows all edges of a state, and counts them.
    fn expand(&mut self, state: StateId, depth: u32) -> ControlFlow<End, u32> {
        self.guide.arrive(
            self.graph,
            self.live.words(),
            &mut self.arrivals.past(state),
        );
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
                self.check_limits()?;
            }
            self.follow(state, depth, edge)?;
        }
        if self.plan.deepens() {
            self.successors.sort_by_key(|&(rank, tie, _)| (rank, tie));
        }
        // What comes last goes first among equals: so the search goes through states that
        // the guide ranks alike as a depth-first search does.
        for (rank, _, target) in self.successors.drain(..).rev() {
            let key = self.plan.key(rank, depth + 1);
            self.has_dropped |= self.frontier.push(key, target);
        }
        ControlFlow::Continue(edges)
    }

    fn follow(&mut self, state: StateId, depth: u32, edge: Edge) -> ControlFlow<End> {
        match edge.kind {
            EdgeKind::Step => {}
            EdgeKind::Finding(finding) => {
                self.note_end(state);
                return self.record(finding, state, depth, &[edge.choice]);
            }
            EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
        }
        self.watch.stats.states_generated += 1;
        let needs_target = self
            .livelock
            .as_ref()
            .is_some_and(|livelock| edge.stutters || !livelock.knows_where_it_leads(state));
        if self.ignores_known && !needs_target && self.graph.remembers() {
            self.watch.stats.revisited += 1;
            return ControlFlow::Continue(());
        }
        let (target, is_new) = self.store.insert(&mut self.live, &self.changes);
        let livelock = self.livelock.as_mut();
        if is_new || livelock.is_some_and(|livelock| livelock.is_first_visit(target)) {
            self.watch.count_stored()?;
            self.graph.remember();
            self.watch.stats.depth = self.watch.stats.depth.max(u64::from(depth) + 1);
            self.queue(state, depth, edge, target);
            self.note_step(state, target);
            return ControlFlow::Continue(());
        }
        self.watch.stats.revisited += 1;
        self.note_step(state, target);
        let known = self.arrivals.get(target);
        // Depth first, what is met again and was not expanded yet belongs here.
        let is_nearer = match self.plan.order {
            Order::Ranked { .. } => self.plan.reopens && depth + 1 < known.depth(),
            Order::Deepening => known.is_waiting() && target != state,
        };
        if is_nearer {
            self.queue(state, depth, edge, target);
        }
        if edge.stutters {
            self.examine(state, depth, target, edge.choice)?;
        }
        ControlFlow::Continue(())
    }

    /// Ranks the state behind an edge, and lets it wait.
    fn queue(&mut self, state: StateId, depth: u32, edge: Edge, target: StateId) {
        let Ranked { rank, note } =
            self.guide
                .rank(self.graph, self.live.words(), edge, &self.changes);
        self.effect.note(rank);
        let arrival = Arrival::new(Some(state), edge.choice, note, depth + 1);
        self.arrivals.set(target, arrival);
        let tie = match self.seed {
            0 => 0,
            seed => tie(seed, self.watch.stats.transitions),
        };
        self.successors.push((rank, tie, target));
    }

    fn judge(&mut self, state: StateId, depth: u32, edges: u32) -> ControlFlow<End> {
        let met = self.graph.meet(self.live.words());
        match met.or_else(|| self.graph.inspect(self.live.words(), edges)) {
            Some(finding) => self.record(finding, state, depth, &[]),
            None => ControlFlow::Continue(()),
        }
    }

    /// Judges a state at the limit of the depth without following its edges.
    fn stop_at(&mut self, state: StateId, depth: u32) -> ControlFlow<End> {
        let edges = count_edges(self.graph, self.live.words(), &mut self.changes);
        self.watch.count_unfollowed(edges);
        if self.watch.is_due() {
            self.check_limits()?;
        }
        if edges > 0 {
            self.was_cut = true;
        } else {
            self.watch.stats.states_expanded += 1;
        }
        self.judge(state, depth, edges)
    }

    /// Keeps a finding `more` choices behind `state`; ends the search if it is of the
    /// weight that does, and no shorter trail is wanted.
    fn record(
        &mut self,
        finding: Finding,
        state: StateId,
        depth: u32,
        more: &[u32],
    ) -> ControlFlow<End> {
        let length = depth + more.len() as u32;
        let verdict = self.findings.record(finding, length as usize, || {
            self.arrivals.trail(state, more)
        });
        if verdict.is_break() && self.waits_for_shortest {
            self.found_at = Some(self.found_at.map_or(length, |found| found.min(length)));
            return ControlFlow::Continue(());
        }
        verdict
    }

    /// Looks for a livelock behind the edge `choice` from `state` to the known `target`.
    fn examine(
        &mut self,
        state: StateId,
        depth: u32,
        target: StateId,
        choice: u32,
    ) -> ControlFlow<End> {
        let Some(livelock) = &mut self.livelock else {
            return ControlFlow::Continue(());
        };
        let examined = livelock.examine(self.graph, &mut self.store, (choice, target));
        let Some((path, finding)) = examined else {
            return ControlFlow::Continue(());
        };
        self.record(finding, state, depth, &path)
    }

    /// A step leads from `state` to `target`, and perhaps so to an end.
    #[inline]
    fn note_step(&mut self, state: StateId, target: StateId) {
        if let Some(livelock) = &mut self.livelock {
            match livelock.leads_to_end(target) {
                true => livelock.note_end(state, |state| self.arrivals.get(state).parent),
                false => livelock.note_step(state, target),
            }
        }
    }

    /// An end can be reached from `state`, and so from where it was reached.
    #[inline]
    fn note_end(&mut self, state: StateId) {
        if let Some(livelock) = &mut self.livelock {
            livelock.note_end(state, |state| self.arrivals.get(state).parent);
        }
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
        let frontier = self.frontier.bytes() + self.arrivals.bytes();
        Usage {
            store: self.store.bytes() + frontier + livelock,
            graph: self.graph.bytes(),
            frontier: self.frontier.len() as u64,
            store_is_full: self.store.is_full(),
            stopped: self.graph.stopped(),
        }
    }
}
