//! The part of a graph that samples have been to, so that a step that was taken before costs a
//! look-up. It knows nothing of how steps are drawn.

use super::schedule::Steps;
use crate::engines::lasso::Conditions;
use crate::engines::start::start;
use crate::graph::{Edge, EdgeKind, Finding, Weight};
use crate::store::{Live, StateId, Store};
use trailhound_host::Stop;

/// Between samples, more than this is forgotten.
const MOST_BYTES: usize = 64 << 20;

#[derive(Default)]
pub(super) struct Explored {
    store: Store,
    live: Live,
    /// The state that `live` is in.
    at: Option<StateId>,
    nodes: Vec<Node>,
    branches: Vec<Branch>,
    /// What the branches change, one after the other.
    changes: Vec<(u32, u32)>,
    scratch: Vec<(u32, u32)>,
}

/// What is known of a state.
#[derive(Clone, Copy, Default)]
struct Node {
    is_expanded: bool,
    first: u32,
    count: u32,
    finding: Option<Finding>,
}

/// An edge, what it meets, who takes it, and where it leads, if that is known.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    pub edge: Edge,
    pub agent: u32,
    pub met: u64,
    changes: (u32, u32),
    target: Option<StateId>,
}

/// The edges of a state.
#[derive(Clone, Copy)]
pub(super) struct Branches<'a> {
    all: &'a [Branch],
    changes: &'a [(u32, u32)],
}

impl Branches<'_> {
    pub fn get(self, index: usize) -> Branch {
        self.all[index]
    }
}

impl Steps for Branches<'_> {
    fn len(&self) -> usize {
        self.all.len()
    }

    fn choice(&self, index: usize) -> u32 {
        self.all[index].edge.choice
    }

    fn agent(&self, index: usize) -> u32 {
        self.all[index].agent
    }

    fn changes(&self, index: usize) -> &[(u32, u32)] {
        let (start, end) = self.all[index].changes;
        &self.changes[start as usize..end as usize]
    }
}

impl Explored {
    /// To be called between samples. True: it was too much, and was forgotten.
    pub fn trim(&mut self) -> bool {
        let is_too_much = self.bytes() > MOST_BYTES || self.store.is_full();
        if is_too_much {
            *self = Explored::default();
        }
        is_too_much
    }

    pub fn bytes(&self) -> usize {
        self.store.bytes()
            + self.nodes.len() * size_of::<Node>()
            + self.branches.len() * size_of::<Branch>()
            + self.changes.len() * size_of::<(u32, u32)>()
    }

    pub fn initial(&mut self, initial: &[u32]) -> StateId {
        if self.store.is_empty() {
            self.at = Some(start(initial, &mut self.store, &mut self.live));
        }
        StateId::from_number(1)
    }

    /// Finds the edges of a state, unless they are known; the strong finding that it is, if any.
    /// Where the graph was given up nothing is kept.
    pub fn expand(
        &mut self,
        graph: &mut impl Conditions,
        state: StateId,
    ) -> Result<Option<Finding>, Stop> {
        if self.nodes.len() <= state.number() {
            self.nodes.resize(state.number() + 1, Node::default());
        }
        let node = self.nodes[state.number()];
        if node.is_expanded {
            return Ok(node.finding);
        }
        self.move_to(state);
        let words = self.live.words();
        let is_strong = |finding: &Finding| finding.weight == Weight::Strong;
        let mut finding = graph.meet(words).filter(is_strong);
        let first = self.branches.len();
        if finding.is_none() {
            let mut from = Some(0);
            while let Some(edge) =
                from.and_then(|from| graph.successor(words, from, &mut self.scratch))
            {
                let start = self.changes.len() as u32;
                if edge.kind == EdgeKind::Step {
                    self.changes.extend_from_slice(&self.scratch);
                }
                self.branches.push(Branch {
                    edge,
                    agent: graph.agent(edge.choice),
                    met: graph.conditions_met(),
                    changes: (start, self.changes.len() as u32),
                    target: None,
                });
                from = edge.choice.checked_add(1);
            }
            let count = (self.branches.len() - first) as u32;
            finding = graph.inspect(words, count).filter(is_strong);
        }
        if let Some(stop) = graph.stopped() {
            self.branches.truncate(first);
            return Err(stop);
        }
        self.nodes[state.number()] = Node {
            is_expanded: true,
            first: first as u32,
            count: (self.branches.len() - first) as u32,
            finding,
        };
        Ok(finding)
    }

    /// The edges of a state that has been expanded.
    pub fn branches(&self, state: StateId) -> Branches<'_> {
        let node = self.nodes[state.number()];
        let all = &self.branches[node.first as usize..][..node.count as usize];
        Branches {
            all,
            changes: &self.changes,
        }
    }

    /// Where a step leads.
    pub fn follow(&mut self, state: StateId, index: usize) -> StateId {
        let at = self.nodes[state.number()].first as usize + index;
        let branch = self.branches[at];
        if let Some(target) = branch.target {
            return target;
        }
        self.move_to(state);
        let (start, end) = branch.changes;
        let changes = &self.changes[start as usize..end as usize];
        let (target, _) = self.store.insert(&mut self.live, changes);
        self.live.advance();
        self.at = Some(target);
        self.branches[at].target = Some(target);
        target
    }

    fn move_to(&mut self, state: StateId) {
        if self.at != Some(state) {
            self.store.load(&mut self.live, state);
            self.at = Some(state);
        }
    }
}
