//! The exhaustive search with directed ones beside it: a graph that lets them have their turns while the
//! exhaustive search keeps its store. It does not know how they search.

use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};
use std::time::Instant;

use trailhound_machine::ProgramGraph;
use trailhound_search::{Agents, Edge, Finding, Forked, Found, Graph, Selection, Stop};

use crate::reports::Strategy;

/// States of a directed search in its next turn are so many times those of the last one. All turns
/// together then cost a third more than the last one.
const GROWTH: u64 = 4;
/// Edges of the exhaustive search for each state that directed searches may store.
const EDGES_FOR_STATE: u64 = 12;
/// Edges of the exhaustive search before the first turn.
const ALONE: u64 = 200_000;
/// Edges of a reduced search before it is asked whether the reduction pays.
pub const PROBED: u64 = 250_000;

/// Whether it pays to leave out orders of independent steps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    Untried,
    DoesNotPay,
}

/// The directed searches that wait for their turn.
pub struct Turns {
    /// Numbers of preemptions to be tried in the first turn.
    pub bounds: Range<u32>,
    /// What is known of a reduction that may not pay.
    pub reduction: Option<Reduction>,
    pub directed: Vec<Strategy>,
    /// States that each may store in its next turn.
    pub budget: u64,
    /// The shortest trail to a weak error that was met on the way.
    pub best: Option<Found>,
    pub started: Instant,
}

impl Turns {
    /// Edges of the exhaustive search after which the next turn is due.
    pub fn due(&self) -> u64 {
        if !self.bounds.is_empty() {
            return ALONE;
        }
        let states = self.budget.saturating_mul(self.directed.len() as u64);
        match states {
            0 => u64::MAX,
            states => states.saturating_mul(EDGES_FOR_STATE),
        }
    }

    pub fn grow(&mut self) {
        self.budget = self.budget.saturating_mul(GROWTH);
    }
}

/// One who searches a graph exhaustively, and does something else in between.
pub trait Player<'p> {
    fn graph(&self) -> &ProgramGraph<'p>;

    fn graph_mut(&mut self) -> &mut ProgramGraph<'p>;

    /// See [`Graph::pause`].
    fn pause(&mut self, edges: u64, bytes: usize) -> ControlFlow<(), u64>;
}

/// The graph of a player, for the exhaustive search.
pub struct InTurns<'p, P: Player<'p>>(pub P, pub PhantomData<&'p ()>);

/// Other threads go on while it does something else.
impl<'p, P: Player<'p>> Forked for InTurns<'p, P> {
    type View = ProgramGraph<'p>;

    fn fork(&mut self) -> ProgramGraph<'p> {
        self.0.graph_mut().fork()
    }

    fn join(&mut self, view: ProgramGraph<'p>, finding: Option<Finding>) -> Option<Finding> {
        self.0.graph_mut().join(view, finding)
    }
}

impl<'p, P: Player<'p>> Graph for InTurns<'p, P> {
    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        self.0.graph_mut().initial()
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        self.0.graph_mut().successor(state, from, changes)
    }

    fn successor_of(
        &mut self,
        state: &[u32],
        from: u32,
        agents: Agents,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        self.0
            .graph_mut()
            .successor_of(state, from, agents, changes)
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        self.0.graph_mut().meet(state)
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        self.0.graph_mut().inspect(state, successors)
    }

    fn visit_circle(&mut self, state: &[u32]) -> ControlFlow<()> {
        self.0.graph_mut().visit_circle(state)
    }

    fn judge_circle(&mut self) -> Option<Finding> {
        self.0.graph_mut().judge_circle()
    }

    fn has_optional_steps(&self) -> bool {
        self.0.graph().has_optional_steps()
    }

    fn is_optional(&mut self, state: &[u32], choice: u32) -> bool {
        self.0.graph_mut().is_optional(state, choice)
    }

    fn judges_states(&self) -> bool {
        self.0.graph().judges_states()
    }

    fn begin_reduction(&mut self) -> bool {
        self.0.graph_mut().begin_reduction()
    }

    fn select(&mut self, state: &[u32], followed: Agents) -> Agents {
        self.0.graph_mut().select(state, followed)
    }

    fn mover(&self, choice: u32) -> u32 {
        self.0.graph().mover(choice)
    }

    fn knowledge(&self) -> u64 {
        self.0.graph().knowledge()
    }

    fn selection(&self) -> Selection {
        self.0.graph().selection()
    }

    fn date_knowledge(&mut self) {
        self.0.graph_mut().date_knowledge();
    }

    fn has_news(&self, state: &[u32], since: u64) -> bool {
        self.0.graph().has_news(state, since)
    }

    fn pause(&mut self, edges: u64, bytes: usize) -> ControlFlow<(), u64> {
        self.0.pause(edges, bytes)
    }

    fn bytes(&self) -> usize {
        self.0.graph().bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.0.graph().stopped()
    }
}
