//! Joint states: a state of every automaton at once. What can follow one, and which joint
//! state that leads to, does not depend on the node of a tuple, so it is found out once for
//! all tuples that share it. It does not know which tuples have been visited.

use super::interned::Interned;
use super::space::Space;
use crate::automaton::State;
use crate::subject::Subject;

/// A node and the number of a joint state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tuple {
    pub node: u32,
    pub joint: u32,
}

impl Tuple {
    /// From words of a state, of which zeros at the end may be missing.
    #[inline]
    pub fn of(state: &[u32]) -> Tuple {
        let word = |at: usize| state.get(at).copied().unwrap_or(0);
        Tuple {
            node: word(0),
            joint: word(1),
        }
    }

    #[inline]
    pub fn words(self) -> [u32; 2] {
        [self.node, self.joint]
    }
}

/// The joint states that have been met.
pub struct JointStates {
    pub space: Space,
    states: Interned,
    /// By joint state.
    facts: Vec<Facts>,
    /// What the gates let through, for one joint state after the other as they are opened.
    gated: Vec<Tuple>,
    /// By joint state, as they are opened, and effect of a free node: the joint state after
    /// it.
    free: Vec<u32>,
    source: Vec<u32>,
    target: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Facts {
    property: State,
    /// In halves of nodes.
    estimate: i64,
    /// The steps that the gates let through: where they begin, or `CLOSED`, and how many.
    gated_begin: usize,
    gated_count: u32,
    /// Where the joint states after free nodes begin.
    free_begin: usize,
}

/// Nobody has asked yet what follows.
const CLOSED: usize = usize::MAX;
/// Nobody has asked yet what follows this free node.
const UNKNOWN: u32 = u32::MAX;
/// A constraint forbids this free node.
const FORBIDDEN: u32 = u32::MAX - 1;

impl JointStates {
    pub fn new(subject: &Subject) -> JointStates {
        let space = Space::new(subject);
        JointStates {
            states: Interned::new(space.words()),
            facts: Vec::new(),
            gated: Vec::new(),
            free: Vec::new(),
            source: vec![0; space.words()],
            target: vec![0; space.words()],
            space,
        }
    }

    pub fn bytes(&self) -> usize {
        self.states.bytes()
            + self.facts.capacity() * size_of::<Facts>()
            + self.gated.capacity() * size_of::<Tuple>()
            + self.free.capacity() * size_of::<u32>()
    }

    /// The tuple before the first node.
    pub fn initial(&mut self) -> Tuple {
        let states = self.space.initial_states();
        Tuple {
            node: self.space.initial(),
            joint: intern(&self.space, &mut self.states, &mut self.facts, &states),
        }
    }

    #[inline]
    pub fn property(&self, joint: u32) -> State {
        self.facts[joint as usize].property
    }

    /// How many nodes the tasks have to execute at least until all have ended, in halves.
    #[inline]
    pub fn estimate(&self, joint: u32) -> i64 {
        self.facts[joint as usize].estimate
    }

    /// Whether every constraint accepts a path to this joint state as a whole execution.
    pub fn is_accepted(&self, joint: u32) -> bool {
        self.space.is_accepted(self.states.get(joint))
    }

    /// Whether such a path violates the property and is accepted by every constraint.
    pub fn is_violation(&self, joint: u32) -> bool {
        !self.space.rule_accepts(self.property(joint)) && self.is_accepted(joint)
    }

    /// Whether the property is violated for good by the step between two joint states.
    #[inline]
    pub fn is_trapped(&self, before: u32, after: u32) -> bool {
        let trap = self.space.trap();
        Some(self.property(after)) == trap && Some(self.property(before)) != trap
    }

    /// The first next tuple whose choice is at least `from`.
    #[inline]
    pub fn next(&mut self, tuple: Tuple, from: u32) -> Option<(u32, Tuple)> {
        let facts = self.opened(tuple.joint);
        let follows = self.space.follows(tuple.node);
        let gated = &self.gated[facts.gated_begin..][..facts.gated_count as usize];
        for (choice, &step) in (from..).zip(gated.get(from as usize..).unwrap_or_default()) {
            if follows[step.node as usize / 64] >> (step.node % 64) & 1 == 1 {
                return Some((choice, step));
            }
        }
        let from = from.max(facts.gated_count);
        let passed = (from - facts.gated_count) as usize;
        let free = self.space.free(tuple.node);
        for (choice, &step) in (from..).zip(free.get(passed..).unwrap_or_default()) {
            let after = &mut self.free[facts.free_begin + step.effect as usize];
            if *after == UNKNOWN {
                let states = self.states.get(tuple.joint);
                *after = match self.space.enter_free(states, step.effect, &mut self.target) {
                    true => intern(&self.space, &mut self.states, &mut self.facts, &self.target),
                    false => FORBIDDEN,
                };
            }
            if *after != FORBIDDEN {
                let tuple = Tuple {
                    node: step.node,
                    joint: *after,
                };
                return Some((choice, tuple));
            }
        }
        None
    }

    #[inline]
    fn opened(&mut self, joint: u32) -> Facts {
        let facts = self.facts[joint as usize];
        match facts.gated_begin {
            CLOSED => self.open(joint),
            _ => facts,
        }
    }

    fn open(&mut self, joint: u32) -> Facts {
        let JointStates {
            space,
            states,
            facts,
            gated,
            free,
            source,
            target,
        } = self;
        let (gated_begin, free_begin) = (gated.len(), free.len());
        source.copy_from_slice(states.get(joint));
        space.for_each_gated(source, target, |node, after| {
            let joint = intern(space, states, facts, after);
            gated.push(Tuple { node, joint });
        });
        free.resize(free_begin + space.free_effects(), UNKNOWN);
        let own = &mut facts[joint as usize];
        own.gated_begin = gated_begin;
        own.gated_count = (gated.len() - gated_begin) as u32;
        own.free_begin = free_begin;
        *own
    }
}

/// The number of a joint state, of which the facts are noted when it is new.
fn intern(space: &Space, all: &mut Interned, facts: &mut Vec<Facts>, states: &[u32]) -> u32 {
    let (joint, is_new) = all.intern(states);
    if is_new {
        facts.push(Facts {
            property: space.property_of(states),
            estimate: space.estimate(states),
            gated_begin: CLOSED,
            gated_count: 0,
            free_begin: 0,
        });
    }
    joint
}
