//! Node tuples as a graph for the common engines. A goal is met when it is generated
//! (Find Path, Fig. 3).

use trailhound_search::{Edge, EdgeKind, Finding, Graph, Weight};

use super::space::{Move, Space};

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A complete path that violates the property.
    Violation,
    /// The first step after which the property is violated whatever follows.
    Trap,
}

pub struct TupleGraph<'s> {
    pub space: &'s Space,
    goal: Goal,
    initial: Vec<u32>,
    /// A tuple that was handed over shorter than it is.
    padded: Vec<u32>,
    target: Vec<u32>,
    last_move: Move,
    /// A tuple has been generated in which the property is violated for good.
    pub has_met_trap: bool,
}

/// The one finding of such a graph.
const FOUND: Finding = Finding {
    weight: Weight::Strong,
    id: 0,
};

impl<'s> TupleGraph<'s> {
    pub fn new(space: &'s Space, goal: Goal) -> TupleGraph<'s> {
        TupleGraph::from(space, goal, space.initial())
    }

    /// The tuples that follow `initial`.
    pub fn from(space: &'s Space, goal: Goal, initial: Vec<u32>) -> TupleGraph<'s> {
        TupleGraph {
            space,
            goal,
            padded: Vec::new(),
            target: vec![0; space.words()],
            initial,
            last_move: Move::default(),
            has_met_trap: false,
        }
    }

    /// The step that was generated last.
    pub fn last_move(&self) -> Move {
        self.last_move
    }

    /// The tuple that it leads to.
    pub fn last_target(&self) -> &[u32] {
        &self.target
    }
}

impl Graph for TupleGraph<'_> {
    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        Ok(self.initial.clone())
    }

    #[inline]
    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let words = match state.get(..self.space.words()) {
            Some(words) => words,
            None => {
                self.padded.clear();
                self.padded.extend(state);
                self.padded.resize(self.space.words(), 0);
                &self.padded
            }
        };
        let mut from = from;
        loop {
            let (choice, step) = self.space.next(words, from, &mut self.target)?;
            self.last_move = step;
            self.has_met_trap |= step.is_trapped;
            let is_last = self.space.is_last(step.node);
            let is_found = match self.goal {
                Goal::Violation => is_last && self.space.is_violation(&self.target),
                Goal::Trap => step.is_trapped,
            };
            if is_last && !is_found {
                // Nothing follows, so there is no reason to keep it.
                from = choice + 1;
                continue;
            }
            changes.clear();
            for (slot, (&new, &old)) in (0..).zip(self.target.iter().zip(words)) {
                if new != old {
                    changes.push((slot, new));
                }
            }
            let kind = match is_found {
                true => EdgeKind::Finding(FOUND),
                false => EdgeKind::Step,
            };
            return Some(Edge {
                choice,
                kind,
                stutters: false,
            });
        }
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
        None
    }

    fn judges_states(&self) -> bool {
        false
    }
}
