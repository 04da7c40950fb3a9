//! What the threads outside a set can do while those inside stand still: their known steps are
//! followed, each as far as the values that it reads can be there. It does not run anything.

use super::facts::Facts;
use super::footprint::{Access, Footprints, Touch, life};
use super::knowledge::{Knowledge, LocalEdge, NodeId, Target};
use super::select::Standing;
use rustc_hash::FxHashSet;

/// Steps that are looked at for one question.
const MOST_LOOKS: u32 = 20_000;

pub(super) struct Frozen<'a> {
    pub knowledge: &'a Knowledge,
    pub prints: &'a Footprints,
    /// By thread number, absent ones included.
    pub standings: &'a [Standing],
    /// The threads that stand still, a bit for each.
    pub inside: u64,
    /// What these are about to touch.
    pub touches: &'a [Touch],
}

/// What a question was answered by.
#[derive(Default)]
pub(super) struct Exploration {
    /// The threads outside whose steps were followed.
    pub relevant: u64,
    /// Where they may come to, and which of their first steps can be taken, a bit for each.
    pub reached: Vec<(NodeId, u64)>,
    /// The nodes of `reached`, a bit for each by the low bits of its number, and all if there are many.
    bits: u64,
    many: FxHashSet<NodeId>,
    /// Reads that steps wait for: who writes there may let them go on.
    pub wanted: Vec<Touch>,
}

enum Look {
    /// It is in conflict with what the others are about to touch.
    Intrudes,
    /// It cannot happen, for all that is known so far.
    Drops,
    Passes,
}

impl Exploration {
    fn reach(&mut self, node: NodeId) -> bool {
        const FEW: usize = 24;
        let bit = 1 << (node % 64);
        let is_known = self.bits & bit != 0
            && match self.many.is_empty() {
                true => self.reached.iter().any(|known| known.0 == node),
                false => self.many.contains(&node),
            };
        if is_known {
            return false;
        }
        self.bits |= bit;
        self.reached.push((node, 0));
        if self.reached.len() == FEW {
            self.many = self.reached.iter().map(|known| known.0).collect();
        } else if self.reached.len() > FEW {
            self.many.insert(node);
        }
        true
    }

    /// What matters of it once the question is answered.
    pub fn for_keeping(self) -> Exploration {
        Exploration {
            relevant: self.relevant,
            wanted: self.wanted,
            ..Exploration::default()
        }
    }

    fn want(&mut self, touch: &Touch) {
        let is_known = |known: &Touch| known.start == touch.start && known.end == touch.end;
        if !self.wanted.iter().any(is_known) {
            self.wanted.push(*touch);
        }
    }
}

impl Frozen<'_> {
    /// A thread outside that may come to a step in conflict, `suspects` being those whose future
    /// has one.
    pub fn intruder(
        &self,
        suspects: u64,
        facts: &mut Facts,
        exploration: &mut Exploration,
    ) -> Option<u32> {
        self.admit(suspects, exploration);
        let mut looks = MOST_LOOKS;
        loop {
            let mut has_changed = false;
            let mut at = 0;
            while at < exploration.reached.len() {
                let (number, mut passed) = exploration.reached[at];
                let node = self.knowledge.get(number);
                for (place, edge) in node.edges.iter().enumerate() {
                    let bit = 1u64.checked_shl(place as u32).unwrap_or(0);
                    if passed & bit != 0 {
                        continue;
                    }
                    looks -= 1;
                    if looks == 0 {
                        return Some(suspects.trailing_zeros());
                    }
                    match self.look(&node.edges, edge, facts, exploration) {
                        Look::Intrudes => return Some(node.thread),
                        Look::Drops => continue,
                        Look::Passes => {}
                    }
                    passed |= bit;
                    has_changed |= self.take(edge, facts, exploration);
                }
                exploration.reached[at].1 = passed;
                at += 1;
            }
            if has_changed {
                continue;
            }
            let helpers = self.helpers(exploration);
            if helpers == 0 {
                return None;
            }
            self.admit(helpers, exploration);
            // What was done to them before counts now.
            for (_, passed) in &mut exploration.reached {
                *passed = 0;
            }
        }
    }

    /// From now on the steps of these threads are followed as well.
    fn admit(&self, threads: u64, exploration: &mut Exploration) {
        exploration.relevant |= threads;
        for standing in self.standings {
            if threads >> standing.thread & 1 == 1
                && let Some(node) = standing.node
            {
                exploration.reach(node);
            }
        }
    }

    /// A step can be taken; whether that makes a difference.
    fn take(&self, edge: &LocalEdge, facts: &mut Facts, exploration: &mut Exploration) -> bool {
        let mut has_changed = false;
        let print = self.prints.get(edge.print);
        for touch in &print.touches {
            if touch.access != Access::Read {
                has_changed |= facts.add(touch);
            }
        }
        if let Target::Node(target) = edge.target {
            has_changed |= exploration.reach(target);
        }
        for &(thread, leaf) in &print.foreign {
            if exploration.relevant >> thread & 1 == 1
                && let Some(node) = self.knowledge.find(thread, leaf)
            {
                has_changed |= exploration.reach(node);
            }
        }
        has_changed
    }

    /// Threads outside that may write what steps wait for, or change one that is followed.
    pub fn helpers(&self, exploration: &Exploration) -> u64 {
        let mut helpers = 0;
        for standing in self.standings {
            let bit = 1u64 << standing.thread;
            let Some(node) = standing.node else { continue };
            if (self.inside | exploration.relevant) & bit != 0 {
                continue;
            }
            let node = self.knowledge.get(node);
            let mut followed = exploration.relevant;
            let mut changes_one = false;
            while followed != 0 && !changes_one {
                let thread = followed.trailing_zeros();
                followed &= followed - 1;
                changes_one = node.may_write(&Touch::new(life(thread), 1, Access::Read, None));
            }
            if changes_one || exploration.wanted.iter().any(|touch| node.may_write(touch)) {
                helpers |= bit;
            }
        }
        helpers
    }

    fn look(
        &self,
        edges: &[LocalEdge],
        edge: &LocalEdge,
        facts: &mut Facts,
        exploration: &mut Exploration,
    ) -> Look {
        let print = self.prints.get(edge.print);
        let is_attempt = edge.target == Target::Blocked;
        for touch in &print.touches {
            if self.touches.iter().any(|other| touch.conflicts(other)) {
                let is_read = touch.access == Access::Read;
                let is_blocked = is_read && self.is_blocked(edges, edge.option, facts, exploration);
                return match is_blocked {
                    true => Look::Drops,
                    false => Look::Intrudes,
                };
            }
            // Where an attempt finds other values than those that block it, it goes on.
            if touch.access == Access::Read && !is_attempt && !facts.allow(touch) {
                exploration.want(touch);
                return Look::Drops;
            }
        }
        match is_attempt {
            true => Look::Drops,
            false => Look::Passes,
        }
    }

    /// Whether a thread with these steps surely cannot take one while all is as it is known.
    fn is_blocked(
        &self,
        edges: &[LocalEdge],
        option: u32,
        facts: &mut Facts,
        exploration: &mut Exploration,
    ) -> bool {
        for edge in edges {
            if edge.target != Target::Blocked || edge.option != option {
                continue;
            }
            let print = self.prints.get(edge.print);
            let is_sure = print.is_pure && print.touches.iter().all(|touch| facts.decide(touch));
            if is_sure {
                for touch in &print.touches {
                    exploration.want(touch);
                }
                return true;
            }
        }
        false
    }
}
