//! Random walks from the initial state, again and again. Stores nothing, and so decides
//! nothing but what it meets; the same seed walks the same ways.

use std::ops::ControlFlow;

use crate::dice::Dice;
use crate::findings::Findings;
use crate::graph::{EdgeKind, Graph};
use crate::options::{LimitKind, Options};
use crate::outcome::{End, Outcome};
use crate::replay::apply;
use crate::watch::{Monitor, Usage, Watch};

/// Without a limit on the depth a walk starts over after this many steps, for it may have
/// entered a cycle.
const LONGEST_WALK: u32 = 10_000;

/// Walks through `graph` at random until a finding or a limit.
///
/// It is exhaustive only where there is nothing to choose: a single path that ends.
/// Livelocks are not looked for.
pub fn random<G: Graph>(graph: &mut G, options: &Options, monitor: &mut dyn Monitor) -> Outcome {
    let mut search = Search {
        graph,
        dice: Dice(options.seed),
        state: Vec::new(),
        choices: Vec::new(),
        had_a_choice: false,
        findings: Findings::new(options.stop_at),
        watch: Watch::new(&options.limits, monitor),
    };
    let end = match search.explore(options) {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) => End::Exhausted,
    };
    let usage = search.usage();
    search.watch.finish(end, search.findings, usage)
}

struct Search<'a, G> {
    graph: &'a mut G,
    dice: Dice,
    state: Vec<u32>,
    choices: Vec<u32>,
    had_a_choice: bool,
    findings: Findings,
    watch: Watch<'a>,
}

enum WalkEnd {
    DeadEnd,
    TooLong,
}

impl<G: Graph> Search<'_, G> {
    fn explore(&mut self, options: &Options) -> ControlFlow<End> {
        let initial = match self.graph.initial() {
            Ok(initial) => initial,
            Err(finding) => return self.findings.record(finding, 0, Vec::new),
        };
        let longest = options.limits.depth.unwrap_or(LONGEST_WALK) as usize;
        let most_walks = options.limits.walks.unwrap_or(u64::MAX);
        let most_states = options.limits.states.unwrap_or(u64::MAX);
        for _ in 0..most_walks {
            self.state.clone_from(&initial);
            self.choices.clear();
            let end = self.walk(longest, most_states)?;
            if matches!(end, WalkEnd::DeadEnd) && !self.had_a_choice {
                return ControlFlow::Continue(());
            }
        }
        ControlFlow::Break(End::Limit(LimitKind::Walks))
    }

    fn walk(&mut self, longest: usize, most_states: u64) -> ControlFlow<End, WalkEnd> {
        let mut changes = Vec::new();
        let mut taken = Vec::new();
        loop {
            if self.watch.stats.states_generated >= most_states {
                return ControlFlow::Break(End::Limit(LimitKind::States));
            }
            self.watch.stats.states_generated += 1;
            let (edges, choice) = self.draw(&mut changes, &mut taken)?;
            let met = self.graph.meet(&self.state);
            if let Some(finding) = met.or_else(|| self.graph.inspect(&self.state, edges)) {
                let choices = &self.choices;
                self.findings
                    .record(finding, choices.len(), || choices.clone())?;
            }
            let Some(choice) = choice else {
                return ControlFlow::Continue(WalkEnd::DeadEnd);
            };
            if self.choices.len() >= longest {
                return ControlFlow::Continue(WalkEnd::TooLong);
            }
            apply(&mut self.state, &taken);
            self.choices.push(choice);
            let stats = &mut self.watch.stats;
            stats.depth = stats.depth.max(self.choices.len() as u64);
        }
    }

    /// The number of edges, and one drawn from those that go on, all alike; what that one
    /// changes is put into `taken`.
    fn draw(
        &mut self,
        changes: &mut Vec<(u32, u32)>,
        taken: &mut Vec<(u32, u32)>,
    ) -> ControlFlow<End, (u32, Option<u32>)> {
        let mut edges = 0;
        let mut steps = 0;
        let mut drawn = None;
        let mut from = Some(0);
        while let Some(edge) =
            from.and_then(|from| self.graph.successor(&self.state, from, changes))
        {
            from = edge.choice.checked_add(1);
            edges += 1;
            self.watch.stats.transitions += 1;
            if self.watch.is_due() {
                let usage = self.usage();
                self.watch.check_limits(usage)?;
            }
            match edge.kind {
                EdgeKind::Finding(finding) => {
                    let choices = &self.choices;
                    self.findings.record(finding, choices.len() + 1, || {
                        choices.iter().copied().chain([edge.choice]).collect()
                    })?;
                }
                EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
                EdgeKind::Step => {
                    steps += 1;
                    // The n-th replaces the one before with chance 1/n.
                    if self.dice.below(steps) == 0 {
                        drawn = Some(edge.choice);
                        std::mem::swap(changes, taken);
                    }
                }
            }
        }
        self.had_a_choice |= steps > 1;
        self.watch.stats.states_expanded += 1;
        ControlFlow::Continue((edges, drawn))
    }

    fn usage(&self) -> Usage {
        Usage {
            store: (self.state.capacity() + self.choices.capacity()) * size_of::<u32>(),
            graph: self.graph.bytes(),
            frontier: 1,
            store_is_full: false,
            stopped: self.graph.stopped(),
        }
    }
}
