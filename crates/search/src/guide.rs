//! What directs a search: a rank for each state that is generated. It does not know what
//! the ranks are made of.

use crate::graph::{Edge, Graph};

/// Ranks the successors of the states that a search expands; lower is explored first.
///
/// A search arrives at a state and then asks for the rank of each of its successors. What
/// a guide wants to remember of the way to a state goes into the note that it gives along
/// with the rank: four bytes are kept with each state.
pub trait Guide<G: Graph> {
    /// The search comes to `state`, which is expanded next. `past` are the steps that led
    /// there, the last one first.
    fn arrive(&mut self, graph: &mut G, state: &[u32], past: &mut dyn Iterator<Item = PastStep>);

    /// Ranks the state that `edge` leads to from the one that the search has arrived at;
    /// `changes` are what the edge writes.
    fn rank(&mut self, graph: &mut G, state: &[u32], edge: Edge, changes: &[(u32, u32)]) -> Ranked;

    /// Whether the first rank of a state is never negative and never more than the number
    /// of steps from there to a finding. A* then returns a shortest trail.
    fn is_lower_bound(&self) -> bool {
        false
    }
}

/// The first rank of a state from which the guide sees no way to its goal.
pub const HOPELESS: i64 = 1 << 60;

/// How far from an error a state seems to be. The second number decides where the first
/// is equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    pub first: i64,
    pub second: i64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranked {
    pub rank: Rank,
    pub note: u32,
}

/// A step on the way to a state, with the guide's note on the state behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastStep {
    pub choice: u32,
    pub note: u32,
}

/// All states are alike.
pub struct Unguided;

impl<G: Graph> Guide<G> for Unguided {
    fn arrive(&mut self, _: &mut G, _: &[u32], _: &mut dyn Iterator<Item = PastStep>) {}

    fn rank(&mut self, _: &mut G, _: &[u32], _: Edge, _: &[(u32, u32)]) -> Ranked {
        Ranked::default()
    }

    fn is_lower_bound(&self) -> bool {
        true
    }
}

/// What the ranks of a search had to tell apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    seen: Option<Rank>,
    /// There were states with different first ranks.
    pub first: bool,
    /// There were states with different second ranks.
    pub second: bool,
}

impl Effect {
    #[inline]
    pub(crate) fn note(&mut self, rank: Rank) {
        let seen = *self.seen.get_or_insert(rank);
        self.first |= seen.first != rank.first;
        self.second |= seen.second != rank.second;
    }
}
