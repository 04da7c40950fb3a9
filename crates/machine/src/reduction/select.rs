//! Which threads suffice in a state: a set that the others cannot disturb, whatever they do while it
//! stands still, as far as is known. See `docs/reduction.md` for why that is enough.

use super::Reduction;
use super::answers::Asked;
use super::breakage::Breakage;
use super::facts::Facts;
use super::footprint::{Access, END, PrintId, Touch, life, retirement};
use super::frozen::{Exploration, Frozen};
use super::standing::Standing;
use crate::graph::ProgramGraph;
use crate::memo::Remembered;
use crate::snapshot::apply;
use crate::thread_id::ThreadId;
use smallvec::SmallVec;
use trailhound_search::Agents;

/// A set of threads that suffices, or how it compares if that is known not to be the best.
struct Best {
    /// Threads to follow that were not followed before, and all to follow.
    cost: (u32, u32),
    threads: u64,
}

impl ProgramGraph<'_> {
    /// Threads whose steps are enough from `state`; `followed` are taken already.
    pub(crate) fn select_threads(&mut self, state: &[u32], followed: Agents) -> Agents {
        let (exclusive, exited) = self.world(state);
        if exited {
            return Agents::NONE;
        }
        if exclusive.is_some() || self.reduction.is_off() {
            return Agents::ALL;
        }
        let Some(standings) = self.standings(state) else {
            return Agents::ALL;
        };
        let bits = |test: &dyn Fn(&Standing) -> bool| {
            let chosen = standings.iter().filter(|standing| test(standing));
            chosen.fold(0u64, |bits, standing| bits | 1 << standing.thread.0)
        };
        let enabled = bits(&|standing| standing.is_enabled);
        let ending = bits(&|standing| standing.is_ending);
        if enabled.count_ones() < 2 {
            return Agents::ALL;
        }
        let mut reduction = std::mem::take(&mut self.reduction);
        reduction.knowledge.settle();
        let mut best = Best {
            cost: (
                (enabled & !followed.bits()).count_ones(),
                enabled.count_ones(),
            ),
            threads: enabled,
        };
        for standing in &standings {
            if !standing.is_enabled || standing.is_ending {
                continue;
            }
            let question = Question {
                graph: self,
                state,
                standings: &standings,
                enabled,
                ending,
                followed: followed.bits(),
            };
            question.improve(&mut reduction, standing.thread, &mut best);
            if best.threads.count_ones() == 1 {
                break;
            }
        }
        reduction.count(best.threads.count_ones(), enabled.count_ones());
        self.machine.memory.log.is_on = !reduction.is_given_up;
        self.reduction = reduction;
        match best.threads == enabled {
            true => Agents::ALL,
            false => Agents::of(best.threads),
        }
    }

    /// Whether more is known of what may come of a state than at that version.
    pub(crate) fn knows_more(&self, state: &[u32], since: u64) -> bool {
        let knowledge = &self.reduction.knowledge;
        self.reduction.is_off()
            || ThreadId::first(knowledge.thread_count())
                .any(|thread| knowledge.has_news(thread, self.leaf(state, thread), since))
    }

    /// How all threads stand; none if there are too many, or a step was given up.
    fn standings(&mut self, state: &[u32]) -> Option<Vec<Standing>> {
        let mut standings = Vec::new();
        // A step that is looked at for the first time may start a thread of a new number.
        while standings.len() < self.thread_numbers() as usize {
            if self.thread_numbers() > u64::BITS {
                return None;
            }
            let thread = ThreadId(standings.len() as u32);
            let leaf = self.leaf(state, thread);
            let mut standing = Standing {
                thread,
                node: None,
                prints: SmallVec::new(),
                excludes: false,
                is_enabled: false,
                is_alive: !leaf.is_nothing() && !self.infos.of(leaf).finished,
                is_ending: false,
            };
            let mut goes_on = false;
            let options = self.options(state, leaf, thread);
            for option in 0..options {
                let outcome = self.outcome(state, leaf, thread, option);
                let number = self.memo.print;
                match outcome {
                    Remembered::Step { .. } => {
                        standing.is_enabled = true;
                        let print = self.reduction.prints.get(number);
                        if print.excludes {
                            goes_on |= self.open(state, &mut standing)?;
                        } else {
                            goes_on |= !print.ends;
                        }
                    }
                    Remembered::Fault { .. } => standing.is_enabled = true,
                    Remembered::Blocked { .. } | Remembered::Pruned => {}
                    Remembered::Abandoned(_) => return None,
                }
                standing.prints.push(number);
            }
            standing.is_ending = standing.is_enabled && !goes_on;
            standing.node = self.reduction.knowledge.find(thread, leaf);
            standings.push(standing);
        }
        Some(standings)
    }

    /// How many thread numbers there are, those included that were only seen to be given.
    fn thread_numbers(&self) -> u32 {
        let known = self.reduction.knowledge.thread_count();
        known.max(self.machine.thread_count())
    }

    /// The last step opens a choice, which its thread takes before any other thread: what it does then
    /// belongs to it. Whether it may go on; none if a step was given up.
    fn open(&mut self, state: &[u32], standing: &mut Standing) -> Option<bool> {
        if !self.machine.memory.weak.is_on {
            standing.excludes = true;
            return Some(true);
        }
        let mut opened = state.to_vec();
        apply(&mut opened, self.memo.last_step());
        let thread = standing.thread;
        let leaf = self.leaf(&opened, thread);
        let mut goes_on = false;
        for option in 0..self.options(&opened, leaf, thread) {
            let outcome = self.outcome(&opened, leaf, thread, option);
            let number = self.memo.print;
            let print = self.reduction.prints.get(number);
            standing.excludes |= print.excludes;
            match outcome {
                Remembered::Step { .. } => goes_on |= !print.ends,
                Remembered::Abandoned(_) => return None,
                Remembered::Fault { .. } | Remembered::Blocked { .. } | Remembered::Pruned => {}
            }
            standing.prints.push(number);
        }
        Some(goes_on)
    }
}

struct Question<'a, 'p> {
    graph: &'a ProgramGraph<'p>,
    state: &'a [u32],
    standings: &'a [Standing],
    enabled: u64,
    ending: u64,
    followed: u64,
}

impl Question<'_, '_> {
    fn is_broken(&self, breakage: Breakage) -> bool {
        self.graph.machine.options.breakage == Some(breakage)
    }

    /// Puts the set that `start` needs in place of the best if it is better.
    fn improve(&self, reduction: &mut Reduction, start: ThreadId, best: &mut Best) {
        let mut inside = 0u64;
        let mut touches: Vec<Touch> = Vec::new();
        let mut pending = 1u64 << start.0;
        if reduction.final_states_matter {
            touches.push(Touch::new(END, 1, Access::Read, None));
        }
        loop {
            while pending != 0 {
                let thread = ThreadId(pending.trailing_zeros());
                pending &= pending - 1;
                inside |= 1 << thread.0;
                let Some(more) = self.admit(reduction, thread, &mut touches) else {
                    return;
                };
                pending |= more & !inside;
            }
            let threads = inside & self.enabled | self.ending;
            let cost = (
                (threads & !self.followed).count_ones(),
                threads.count_ones(),
            );
            if cost >= best.cost {
                return;
            }
            let outsider = match self.next_conflict(reduction, inside, &touches) {
                Some(thread) => Some(thread),
                None => self.later_conflict(reduction, inside, &touches),
            };
            match outsider {
                Some(thread) => pending = 1 << thread.0,
                None => {
                    *best = Best { cost, threads };
                    return;
                }
            }
        }
    }

    /// What a thread in the set is about to touch, and the threads that its steps change; none if
    /// the set cannot be a proper one.
    fn admit(
        &self,
        reduction: &Reduction,
        thread: ThreadId,
        touches: &mut Vec<Touch>,
    ) -> Option<u64> {
        // No thread outside may start, end, wake or forget it.
        if !self.is_broken(Breakage::Lives) {
            touches.push(Touch::new(life(thread), 1, Access::Read, None));
        }
        let mut changed = 0;
        let standing = &self.standings[thread.index()];
        if !standing.is_alive {
            touches.push(Touch::new(retirement(thread), 1, Access::Read, None));
        }
        // What comes after it belongs to it.
        if standing.excludes {
            return None;
        }
        for &print in &standing.prints {
            let print = reduction.prints.get(print);
            let ends = |touch: &Touch| touch.start == END;
            if reduction.final_states_matter && print.touches.iter().any(ends) {
                return None;
            }
            for touch in &print.touches {
                if !touches.contains(touch) {
                    touches.push(*touch);
                }
            }
            for &(thread, _) in &print.foreign {
                changed |= 1u64.checked_shl(thread.0)?;
            }
        }
        Some(changed)
    }

    /// An enabled thread outside whose next step is in conflict.
    fn next_conflict(
        &self,
        reduction: &Reduction,
        inside: u64,
        touches: &[Touch],
    ) -> Option<ThreadId> {
        let conflicts = |print: &PrintId| {
            let print = reduction.prints.get(*print);
            let mut all = print.touches.iter();
            all.any(|touch| touches.iter().any(|other| touch.conflicts(other)))
        };
        let outside = self.standings.iter().find(|standing| {
            inside >> standing.thread.0 & 1 == 0
                && standing.is_enabled
                && standing.prints.iter().any(conflicts)
        });
        outside.map(|standing| standing.thread)
    }

    /// A thread outside that may come to a step in conflict.
    fn later_conflict(
        &self,
        reduction: &mut Reduction,
        inside: u64,
        touches: &[Touch],
    ) -> Option<ThreadId> {
        let knowledge = &reduction.knowledge;
        let mut suspects = 0u64;
        for standing in self.standings {
            if inside >> standing.thread.0 & 1 == 0
                && let Some(node) = standing.node
                && knowledge.may_conflict(node, touches)
            {
                suspects |= 1 << standing.thread.0;
            }
        }
        if suspects == 0 || self.is_broken(Breakage::LaterConflicts) {
            return None;
        }
        let members = self
            .standings
            .iter()
            .filter(|standing| inside >> standing.thread.0 & 1 == 1);
        let prints = members.flat_map(|standing| standing.prints.iter().copied());
        let asked: Asked = (inside, suspects, prints.collect());
        let frozen = Frozen {
            knowledge,
            prints: &reduction.prints,
            standings: self.standings,
            inside,
            touches,
        };
        let leaf = |thread| self.graph.leaf(self.state, thread);
        let mut facts = Facts::new(&self.graph.machine, self.state, &leaf);
        if let Some(answer) = reduction.answers.find(&asked, &frozen, &facts) {
            return answer;
        }
        let mut exploration = Exploration::default();
        let answer = frozen.intruder(suspects, &mut facts, &mut exploration);
        let answers = &mut reduction.answers;
        answers.keep(asked, &frozen, &mut facts, exploration, answer);
        answer
    }
}
