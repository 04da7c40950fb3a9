//! Two threads in a place where only one should be: the property that `--mutex` checks.

use crate::graph::ProgramGraph;
use crate::leaves::LeafId;
use crate::thread_id::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_program::{FunctionId, Pc};

/// A place that only one thread may be in at a time.
#[derive(Default)]
pub struct Exclusion {
    operations: FxHashSet<(FunctionId, Pc)>,
    /// By frame: whether it or one below stands in the place.
    inside: FxHashMap<LeafId, bool>,
}

impl Exclusion {
    pub fn new(operations: impl IntoIterator<Item = (FunctionId, Pc)>) -> Exclusion {
        Exclusion {
            operations: operations.into_iter().collect(),
            inside: FxHashMap::default(),
        }
    }

    /// Whether the stack with this frame on top has a frame in the place.
    pub fn holds(&mut self, graph: &ProgramGraph<'_>, frame: LeafId) -> bool {
        if frame.is_nothing() {
            return false;
        }
        if let Some(&known) = self.inside.get(&frame) {
            return known;
        }
        let position = graph.frame(frame);
        let here = self.operations.contains(&(position.function, position.pc));
        let inside = here || self.holds(graph, position.below);
        self.inside.insert(frame, inside);
        inside
    }
}

impl ProgramGraph<'_> {
    /// The first two threads that are in the exclusive place at the same time.
    pub(crate) fn intruders(&mut self, state: &[u32]) -> Option<(ThreadId, ThreadId)> {
        let mut exclusion = self.exclusion.take()?;
        let mut found = self.threads_of(state).filter(|&(_, leaf)| {
            self.top_frame(leaf)
                .is_some_and(|(frame, _)| exclusion.holds(self, frame))
        });
        let pair = found.next().zip(found.next());
        drop(found);
        self.exclusion = Some(exclusion);
        pair.map(|((first, _), (second, _))| (first, second))
    }
}
