//! What the threads outside a set can do while those inside stand still: their known steps are
//! followed, each as far as the values that it reads can be there. It does not run anything.

use super::facts::Facts;
use super::footprint::{Access, Footprints, PrintId, Touch, life, thread_of_life};
use super::knowledge::{Knowledge, LocalEdge, NodeId, Target};
use super::standing::Standing;
use crate::thread_id::ThreadId;
use rustc_hash::FxHashSet;
use trailhound_checkpoint::{Damage, Reader, Writer};

/// Steps that are looked at for one question.
const MOST_INSPECTIONS: u32 = 20_000;

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
    /// Where they may come to.
    pub reached: Vec<NodeId>,
    /// The nodes of `reached`, a bit for each by the low bits of its number, and all if there are many.
    bits: u64,
    many: FxHashSet<NodeId>,
    /// Reads that steps wait for: who writes there may let them go on.
    pub wanted: Vec<Touch>,
    /// Steps that cannot happen so far.
    waiting: Vec<Waiting>,
    /// Steps that can be taken and change other threads.
    changing: Vec<PrintId>,
}

/// A step that cannot happen, for all that was known.
struct Waiting {
    node: NodeId,
    /// Which of the steps from there.
    place: u32,
    /// The read that does not find what it found; none if the thread is blocked.
    read: Option<Touch>,
    /// How many facts there were.
    facts: usize,
}

enum Examined {
    /// It is in conflict with what the others are about to touch.
    Intrudes,
    /// It cannot happen while this read does not find what it found.
    Waits(Touch),
    /// It cannot happen while all that its thread waits for is as it is.
    Blocked,
    /// It is no step.
    Nothing,
    Passes,
}

impl Exploration {
    fn reach(&mut self, node: NodeId) {
        const FEW: usize = 24;
        let bit = 1 << (node % 64);
        let is_known = self.bits & bit != 0
            && match self.many.is_empty() {
                true => self.reached.contains(&node),
                false => self.many.contains(&node),
            };
        if is_known {
            return;
        }
        self.bits |= bit;
        self.reached.push(node);
        if self.reached.len() == FEW {
            self.many = self.reached.iter().copied().collect();
        } else if self.reached.len() > FEW {
            self.many.insert(node);
        }
    }

    /// What matters of it once the question is answered.
    pub fn for_keeping(self) -> Exploration {
        Exploration {
            relevant: self.relevant,
            wanted: self.wanted,
            ..Exploration::default()
        }
    }

    /// Saves what matters of it once the question is answered.
    pub fn save(&self, out: &mut Writer<'_>) {
        out.u64(self.relevant);
        out.length(self.wanted.len());
        self.wanted.iter().for_each(|touch| touch.save(out));
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Exploration, Damage> {
        Ok(Exploration {
            relevant: input.u64()?,
            wanted: input.items(Touch::load)?,
            ..Exploration::default()
        })
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
    ) -> Option<ThreadId> {
        self.admit(suspects, exploration);
        let mut inspections = MOST_INSPECTIONS;
        let mut at = 0;
        loop {
            while at < exploration.reached.len() {
                let number = exploration.reached[at];
                at += 1;
                for place in 0..self.knowledge.get(number).edges.len() {
                    inspections -= 1;
                    if inspections == 0 {
                        return Some(ThreadId(suspects.trailing_zeros()));
                    }
                    if self.intrudes(number, place as u32, facts, exploration) {
                        return Some(self.knowledge.get(number).thread);
                    }
                }
            }
            let known = facts.count();
            for waiting in std::mem::take(&mut exploration.waiting) {
                let is_free = match &waiting.read {
                    Some(read) => facts.may_matter(waiting.facts, read),
                    None => facts.count() > waiting.facts,
                };
                if !is_free {
                    let facts = facts.count();
                    exploration.waiting.push(Waiting { facts, ..waiting });
                    continue;
                }
                inspections -= 1;
                if inspections == 0 {
                    return Some(ThreadId(suspects.trailing_zeros()));
                }
                if self.intrudes(waiting.node, waiting.place, facts, exploration) {
                    return Some(self.knowledge.get(waiting.node).thread);
                }
            }
            if at < exploration.reached.len() || facts.count() > known {
                continue;
            }
            let helpers = self.helpers(exploration);
            if helpers == 0 {
                return None;
            }
            self.admit(helpers, exploration);
            // What was done to them before counts now.
            for print in std::mem::take(&mut exploration.changing) {
                self.change(print, exploration);
            }
        }
    }

    /// Examines a step, and takes it if it can happen; whether it is in conflict.
    fn intrudes(
        &self,
        number: NodeId,
        place: u32,
        facts: &mut Facts,
        exploration: &mut Exploration,
    ) -> bool {
        let edges = &self.knowledge.get(number).edges;
        let edge = &edges[place as usize];
        let known = facts.count();
        let read = match self.examine(edges, edge, facts, exploration) {
            Examined::Intrudes => return true,
            Examined::Nothing => return false,
            Examined::Passes => {
                self.take(edge, facts, exploration);
                return false;
            }
            Examined::Waits(read) => Some(read),
            Examined::Blocked => None,
        };
        exploration.waiting.push(Waiting {
            node: number,
            place,
            read,
            facts: known,
        });
        false
    }

    /// From now on the steps of these threads are followed as well.
    fn admit(&self, threads: u64, exploration: &mut Exploration) {
        exploration.relevant |= threads;
        for standing in self.standings {
            if threads >> standing.thread.0 & 1 == 1
                && let Some(node) = standing.node
            {
                exploration.reach(node);
            }
        }
    }

    fn write(&self, touches: &[Touch], facts: &mut Facts) {
        for touch in touches {
            if touch.access != Access::Read {
                facts.add(touch);
            }
        }
    }

    /// A step can be taken.
    fn take(&self, edge: &LocalEdge, facts: &mut Facts, exploration: &mut Exploration) {
        let print = self.prints.get(edge.print);
        self.write(&print.touches, facts);
        if let Target::Node(target) = edge.target {
            exploration.reach(target);
        }
        if !print.foreign.is_empty() {
            self.change(edge.print, exploration);
        }
    }

    /// A step that changes other threads can be taken.
    fn change(&self, print: PrintId, exploration: &mut Exploration) {
        for &(thread, leaf) in &self.prints.get(print).foreign {
            if exploration.relevant >> thread.0 & 1 == 1
                && let Some(node) = self.knowledge.find(thread, leaf)
            {
                exploration.reach(node);
            }
        }
        exploration.changing.push(print);
    }

    /// Threads outside that may write what steps wait for, or change one that is followed.
    pub fn helpers(&self, exploration: &Exploration) -> u64 {
        let mut helpers = 0;
        for standing in self.standings {
            let bit = 1u64 << standing.thread.0;
            let Some(node) = standing.node else { continue };
            if (self.inside | exploration.relevant) & bit != 0 {
                continue;
            }
            let may_write = |touch: &Touch| self.knowledge.may_write(node, touch);
            let mut followed = exploration.relevant;
            let mut changes_one = false;
            while followed != 0 && !changes_one {
                let thread = ThreadId(followed.trailing_zeros());
                followed &= followed - 1;
                changes_one = may_write(&Touch::new(life(thread), 1, Access::Read, None));
            }
            if changes_one || exploration.wanted.iter().any(may_write) {
                helpers |= bit;
            }
        }
        helpers
    }

    fn examine(
        &self,
        edges: &[LocalEdge],
        edge: &LocalEdge,
        facts: &mut Facts,
        exploration: &mut Exploration,
    ) -> Examined {
        let print = self.prints.get(edge.print);
        let is_attempt = edge.target == Target::Blocked;
        for (at, touch) in print.touches.iter().enumerate() {
            if self.touches.iter().any(|other| touch.conflicts(other)) {
                // Whom it joins there stands still.
                if print.joins_at(at) && facts.is_alive(touch) {
                    self.write(&print.touches[..at], facts);
                    return Examined::Waits(*touch);
                }
                let is_read = touch.access == Access::Read;
                let is_blocked = is_read && self.is_blocked(edges, edge.option, facts, exploration);
                return match is_blocked {
                    true => Examined::Blocked,
                    false => Examined::Intrudes,
                };
            }
            // Where an attempt finds other values than those that block it, it goes on.
            if touch.access == Access::Read && !is_attempt && !facts.allow(touch) {
                exploration.want(touch);
                // Up to a join the step can be taken.
                if thread_of_life(touch.start).is_some() {
                    self.write(&print.touches[..at], facts);
                }
                return Examined::Waits(*touch);
            }
        }
        match is_attempt {
            true => Examined::Nothing,
            false => Examined::Passes,
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
