//! Outcomes of steps, remembered by what the steps read. For each thread leaf and choice
//! there is a tree: an inner node says which slot the step reads next, its branches are
//! the leaves that were found there, and at the end stands the outcome.

use crate::leaves::LeafId;
use crate::pending::Access;
use crate::reduction::footprint::PrintId;
use crate::snapshot::Slot;
use crate::step_facts::StepFacts;
use crate::thread_id::ThreadId;
use rustc_hash::FxHashMap;
use trailhound_host::Stop;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remembered {
    /// The changed slots lie in the memo's list.
    Step {
        start: u32,
        length: u32,
        stutters: bool,
        facts: StepFacts,
    },
    Blocked {
        waits_for: Option<ThreadId>,
    },
    Pruned,
    /// Index of the problem.
    Fault {
        finding: u32,
    },
    /// The step was given up. This is never remembered.
    Abandoned(Stop),
}

#[derive(Clone, Copy, Debug)]
enum Node {
    Read(Slot),
    /// The outcome, its footprint, and how many alternatives the operation has that the step begins with.
    Done(Remembered, PrintId, u32),
}

#[derive(Default)]
pub struct Memo {
    /// By world leaf, thread leaf and choice.
    roots: FxHashMap<(LeafId, LeafId, u32), u32>,
    nodes: Vec<Node>,
    branches: FxHashMap<(u32, LeafId), u32>,
    changes: Vec<(Slot, LeafId)>,
    last: (u32, u32),
    /// The footprint of the outcome that was found or kept last.
    pub print: PrintId,
    /// How many alternatives the step had, of which it took one.
    pub alternatives: u32,
    /// How often everything was forgotten.
    pub generation: u32,
    /// What library functions accessed at the beginning of steps, by where their changes start.
    touches: FxHashMap<u32, Box<[Access]>>,
}

/// Nodes kept at most; then all is forgotten and learnt again.
const MOST_NODES: usize = 4 << 20;

impl Memo {
    pub fn find(&mut self, state: &[u32], leaf: LeafId, choice: u32) -> Option<Remembered> {
        let world = Slot::WORLD.leaf_in(state);
        let mut node = *self.roots.get(&(world, leaf, choice))?;
        loop {
            match self.nodes[node as usize] {
                Node::Done(outcome, print, alternatives) => {
                    self.print = print;
                    self.alternatives = alternatives;
                    if let Remembered::Step { start, length, .. } = outcome {
                        self.last = (start, length);
                    }
                    return Some(outcome);
                }
                Node::Read(slot) => {
                    let found = slot.leaf_in(state);
                    node = *self.branches.get(&(node, found))?;
                }
            }
        }
    }

    /// The outcome of a step, and the slots that decide it besides its thread's own and the
    /// world's.
    pub fn find_with_reads(
        &self,
        state: &[u32],
        leaf: LeafId,
        choice: u32,
        reads: &mut Vec<Slot>,
    ) -> Option<Remembered> {
        reads.clear();
        let world = Slot::WORLD.leaf_in(state);
        let mut node = *self.roots.get(&(world, leaf, choice))?;
        loop {
            match self.nodes[node as usize] {
                Node::Done(outcome, ..) => return Some(outcome),
                Node::Read(slot) => {
                    reads.push(slot);
                    let found = slot.leaf_in(state);
                    node = *self.branches.get(&(node, found))?;
                }
            }
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        *self = Memo {
            generation: self.generation + 1,
            ..Memo::default()
        };
    }

    /// Keeps the changes of a step.
    pub fn step(
        &mut self,
        changes: &[(Slot, LeafId)],
        stutters: bool,
        facts: StepFacts,
    ) -> Remembered {
        if self.nodes.len() > MOST_NODES || self.changes.len() > 4 * MOST_NODES {
            self.forget();
        }
        let start = self.changes.len() as u32;
        self.changes.extend_from_slice(changes);
        self.last = (start, changes.len() as u32);
        Remembered::Step {
            start,
            length: changes.len() as u32,
            stutters,
            facts,
        }
    }

    /// The changes of the step that was found or kept last.
    pub fn last_step(&self) -> &[(Slot, LeafId)] {
        &self.changes[self.last.0 as usize..][..self.last.1 as usize]
    }

    /// Keeps what the step that was kept last accessed in a library function.
    pub fn note(&mut self, touches: &[Access]) {
        if !touches.is_empty() {
            self.touches.insert(self.last.0, touches.into());
        }
    }

    /// What a step accesses in the library function that it begins with.
    pub fn touches(&self, outcome: Remembered) -> &[Access] {
        match outcome {
            Remembered::Step { start, .. } => self.touches.get(&start).map_or(&[], |all| all),
            _ => &[],
        }
    }

    /// Keeps an outcome, and `print` and `alternatives` with it. `reads`: what the step read, in order; `own` is the slot of its thread, which is in the key.
    pub fn remember(
        &mut self,
        state: &[u32],
        leaf: LeafId,
        choice: u32,
        own: Slot,
        reads: &[(Slot, LeafId)],
        outcome: Remembered,
    ) {
        let mut path = reads
            .iter()
            .filter(|&&(slot, _)| slot != own && slot != Slot::WORLD);
        let world = Slot::WORLD.leaf_in(state);
        let mut next = path.next();
        let (print, alternatives) = (self.print, self.alternatives);
        let fresh = |next: Option<&(Slot, LeafId)>| {
            next.map_or(Node::Done(outcome, print, alternatives), |&(slot, _)| {
                Node::Read(slot)
            })
        };
        let mut node = *self.roots.entry((world, leaf, choice)).or_insert_with(|| {
            self.nodes.push(fresh(next));
            self.nodes.len() as u32 - 1
        });
        while let Some(&(slot, found)) = next {
            debug_assert!(
                matches!(self.nodes[node as usize], Node::Read(expected) if expected == slot)
            );
            next = path.next();
            node = *self.branches.entry((node, found)).or_insert_with(|| {
                self.nodes.push(fresh(next));
                self.nodes.len() as u32 - 1
            });
        }
    }

    pub fn bytes(&self) -> usize {
        self.roots.capacity() * 20
            + self.branches.capacity() * 16
            + self.nodes.capacity() * size_of::<Node>()
            + self.changes.capacity() * 8
            + self.touches.len() * (size_of::<Access>() + 32)
    }
}
