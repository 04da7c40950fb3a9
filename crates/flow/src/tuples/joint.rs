//! Joint states: a state of every automaton at once. What can follow one, and which joint
//! state that leads to, does not depend on the node of a tuple, so it is found out once for
//! all tuples that share it. It does not know which tuples have been visited.

use super::interned::Interned;
use super::space::{FreeStep, Space};
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
    /// For one joint state after the other, as they are opened: the steps that the gates let
    /// through, and for each effect of a free step the joint state behind it.
    steps: Vec<Tuple>,
    source: Vec<u32>,
    target: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Facts {
    property: State,
    /// In halves of nodes.
    estimate: u32,
    /// Where its steps begin, or `CLOSED`.
    begin: u32,
    /// The steps that the gates let through.
    gated: u32,
}

/// What follows was not asked yet.
const CLOSED: u32 = u32::MAX;
/// What a free step leads to was not asked yet.
const UNKNOWN: u32 = u32::MAX;
/// A constraint forbids a free step.
const FORBIDDEN: u32 = u32::MAX - 1;

impl JointStates {
    pub fn new(subject: &Subject) -> JointStates {
        let space = Space::new(subject);
        JointStates {
            states: Interned::new(space.words()),
            facts: Vec::new(),
            steps: Vec::new(),
            source: vec![0; space.words()],
            target: vec![0; space.words()],
            space,
        }
    }

    pub fn bytes(&self) -> usize {
        self.states.bytes()
            + self.facts.len() * size_of::<Facts>()
            + self.steps.len() * size_of::<Tuple>()
    }

    /// A number that no other tuple has.
    #[inline]
    pub fn number_of(&self, tuple: Tuple) -> usize {
        let places = &self.space.places;
        tuple.joint as usize * places.count() as usize + places.of(tuple.node) as usize
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
        i64::from(self.facts[joint as usize].estimate)
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
        let Facts { begin, gated, .. } = self.opened(tuple.joint);
        let follows = self.space.follows(tuple.node);
        let steps = &self.steps[begin as usize..][..gated as usize];
        for (choice, &step) in (from..).zip(steps.get(from as usize..).unwrap_or_default()) {
            if follows[step.node as usize / 64] >> (step.node % 64) & 1 == 1 {
                return Some((choice, step));
            }
        }
        let from = from.max(gated);
        let free = self.space.free(tuple.node).get((from - gated) as usize..);
        for (choice, &FreeStep { node, effect }) in (from..).zip(free.unwrap_or_default()) {
            let behind = &mut self.steps[(begin + gated + effect) as usize].joint;
            if *behind == UNKNOWN {
                let states = self.states.get(tuple.joint);
                *behind = match self.space.enter_free(states, effect, &mut self.target) {
                    true => intern(&self.space, &mut self.states, &mut self.facts, &self.target),
                    false => FORBIDDEN,
                };
            }
            if *behind != FORBIDDEN {
                let joint = *behind;
                return Some((choice, Tuple { node, joint }));
            }
        }
        None
    }

    #[inline]
    fn opened(&mut self, joint: u32) -> Facts {
        let facts = self.facts[joint as usize];
        match facts.begin {
            CLOSED => self.open(joint),
            _ => facts,
        }
    }

    fn open(&mut self, joint: u32) -> Facts {
        let JointStates {
            space,
            states,
            facts,
            steps,
            source,
            target,
        } = self;
        let begin = steps.len();
        source.copy_from_slice(states.get(joint));
        space.for_each_gated(source, target, |node, after| {
            let joint = intern(space, states, facts, after);
            steps.push(Tuple { node, joint });
        });
        let gated = steps.len() - begin;
        let unknown = Tuple {
            node: 0,
            joint: UNKNOWN,
        };
        steps.resize(begin + gated + space.free_effects(), unknown);
        let is_numbered = steps.len() < CLOSED as usize;
        assert!(is_numbered, "a search ends before there are 32 GB of steps");
        let own = &mut facts[joint as usize];
        own.begin = begin as u32;
        own.gated = gated as u32;
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
            begin: CLOSED,
            gated: 0,
        });
    }
    joint
}
