//! Node tuples as a graph for the common engines. A goal is met when it is generated
//! (Find Path, Fig. 3).

use trailhound_search::{Edge, EdgeKind, Finding, Graph, Stop, Weight};

use super::joint::{JointStates, Tuple};
use super::tuple_set::TupleSet;

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A complete path that violates the property.
    Violation,
    /// The first step after which the property is violated whatever follows.
    Trap,
}

/// A state is the node of a tuple and the number of its joint state.
pub struct TupleGraph<'j> {
    pub joints: &'j mut JointStates,
    goal: Goal,
    remembered: TupleSet,
    last_target: Tuple,
    last_is_trapped: bool,
    /// A tuple has been generated in which the property is violated for good.
    pub has_met_trap: bool,
}

/// The one finding of such a graph.
const FOUND: Finding = Finding {
    weight: Weight::Strong,
    id: 0,
};

impl<'j> TupleGraph<'j> {
    pub fn new(joints: &'j mut JointStates, goal: Goal) -> TupleGraph<'j> {
        TupleGraph {
            joints,
            goal,
            remembered: TupleSet::default(),
            last_target: Tuple::default(),
            last_is_trapped: false,
            has_met_trap: false,
        }
    }

    /// The tuple that was generated last.
    pub fn last_target(&self) -> Tuple {
        self.last_target
    }

    /// The property was not violated for good before the step to it, and now it is.
    pub fn last_is_trapped(&self) -> bool {
        self.last_is_trapped
    }
}

impl Graph for TupleGraph<'_> {
    trailhound_search::without!(meetings, circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        Ok(self.joints.initial().words().to_vec())
    }

    #[inline]
    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let tuple = Tuple::of(state);
        let mut from = from;
        loop {
            let (choice, next) = self.joints.next(tuple, from)?;
            let is_trapped = self.joints.is_trapped(tuple.joint, next.joint);
            self.last_target = next;
            self.last_is_trapped = is_trapped;
            self.has_met_trap |= is_trapped;
            let is_last = self.joints.space.is_last(next.node);
            let is_found = match self.goal {
                Goal::Violation => is_last && self.joints.is_violation(next.joint),
                Goal::Trap => is_trapped,
            };
            if is_last && !is_found {
                // Nothing follows, so there is no reason to keep it.
                from = choice + 1;
                continue;
            }
            changes.clear();
            for (slot, (new, old)) in (0..).zip(next.words().into_iter().zip(tuple.words())) {
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

    fn remember(&mut self) {
        self.remembered
            .insert(self.joints.number_of(self.last_target));
    }

    #[inline]
    fn remembers(&self) -> bool {
        self.remembered.has(self.joints.number_of(self.last_target))
    }

    fn stopped(&self) -> Option<Stop> {
        None
    }

    fn bytes(&self) -> usize {
        self.joints.bytes() + self.remembered.bytes()
    }
}
