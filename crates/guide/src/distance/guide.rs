//! Ranks states by the distances of their threads, as the goal puts them together, and
//! leads through a sequence of places one after the other.

use rustc_hash::FxHashMap;
use trailhound_distance::{Cost, FAR, Target, TooLarge};
use trailhound_machine::{Choice, Exclusion, LeafId, ProgramGraph, Slot, ThreadId};
use trailhound_program::Op;
use trailhound_search::{Edge, Guide, HOPELESS, PastStep, Rank, Ranked};

use super::analysis::{Analysis, Goal};
use super::name::DistanceName;
use super::stacks::{Stacks, to_end};
use super::tournament::{Sum, Tournament};

/// One place that has not been passed outweighs every distance.
const STAGE: i64 = 1 << 40;

/// For a thread that goes on in the place in which two shall meet.
const GOING_ON: Cost = 256;

pub struct DistanceGuide<'a> {
    analysis: &'a Analysis,
    /// For each place to pass, and the goal last; new threads are followed.
    stages: Vec<Stacks<'a>>,
    /// For goals of two threads: each for itself.
    own: Option<Stacks<'a>>,
    /// The same for a thread that holds a lock.
    holding: Option<Stacks<'a>>,
    /// For threads that may start two which come to the goal: to where the first is started.
    pairs: Option<Stacks<'a>>,
    /// The least that a thread has before it which does not exist yet.
    newcomer: Cost,
    exclusion: Exclusion,
    /// The rank is the distance of the thread that has moved.
    follows_mover: bool,
    /// What threads add to a rank, by their leaves, for each number of places passed.
    parts: Vec<FxHashMap<Key, Sum>>,
    /// How often heuristics had learned something when these were worked out.
    learned: u32,
    /// The state that the search has arrived at: places passed, what had been learned, the
    /// leaves of its threads, and their parts.
    passed: u32,
    learned_here: u32,
    here: Vec<LeafId>,
    tree: Tournament,
    /// Threads that a step changes.
    changed: Vec<(ThreadId, LeafId)>,
}

/// Stands for a leaf where the tree has to be brought up to date.
const UNKNOWN: LeafId = LeafId(u32::MAX);

/// A thread's leaf, and whether it is the main thread, whose end is that of the program.
type Key = (LeafId, bool);

impl<'a> DistanceGuide<'a> {
    pub fn new(name: DistanceName, analysis: &'a Analysis) -> Result<DistanceGuide<'a>, TooLarge> {
        let stage =
            |targets: &Vec<Target>| Stacks::new(name, &analysis.flow, targets, &analysis.handlers);
        let goal = analysis.stages.last().expect("there is a goal");
        let own = match analysis.goal {
            Goal::Location => None,
            Goal::Mutex | Goal::Deadlock => {
                Some(Stacks::new(name, &analysis.own, goal, &analysis.handlers)?)
            }
        };
        let starting_at = |stacks: &Stacks<'_>| {
            let starts = analysis.newcomers.iter();
            starts.map(|&entry| stacks.starting_at(entry)).min()
        };
        Ok(DistanceGuide {
            newcomer: own.as_ref().and_then(starting_at).unwrap_or(FAR),
            own,
            pairs: match analysis.pairs.is_empty() {
                true => None,
                false => Some(stage(&analysis.pairs)?),
            },
            stages: analysis
                .stages
                .iter()
                .map(stage)
                .collect::<Result<_, _>>()?,
            holding: match analysis.goal {
                Goal::Location | Goal::Mutex => None,
                Goal::Deadlock => {
                    let targets = &analysis.holding;
                    Some(Stacks::new(
                        name,
                        &analysis.own,
                        targets,
                        &analysis.handlers,
                    )?)
                }
            },
            exclusion: Exclusion::default(),
            follows_mover: false,
            parts: vec![FxHashMap::default(); analysis.stages.len()],
            learned: 0,
            analysis,
            passed: 0,
            learned_here: 0,
            here: Vec::new(),
            tree: Tournament::new(),
            changed: Vec::new(),
        })
    }

    /// Threads with a frame in this place count as being there.
    pub fn in_place(mut self, exclusion: Exclusion) -> DistanceGuide<'a> {
        self.exclusion = exclusion;
        self
    }

    /// For searches that hardly look back: the rank is the distance of
    /// the thread that has moved, as in the PFSM paper. An estimate often rises when a thread
    /// enters a method that only now is known; the nearest thread must not be stopped by that
    /// while others, which lead nowhere, leave it as near as it was.
    pub fn following_mover(mut self) -> DistanceGuide<'a> {
        self.follows_mover = true;
        self
    }

    fn is_last(&self, passed: u32) -> bool {
        passed as usize + 1 == self.stages.len()
    }

    /// What a thread adds to the rank of a state.
    #[inline]
    fn part(
        &mut self,
        graph: &ProgramGraph<'_>,
        number: ThreadId,
        leaf: LeafId,
        passed: u32,
    ) -> Sum {
        if leaf.is_nothing() {
            return Sum::EMPTY;
        }
        let key = (leaf, number == ThreadId::MAIN);
        if let Some(&known) = self.parts[passed as usize].get(&key) {
            return known;
        }
        let part = self.worked_out(graph, number, leaf, passed);
        self.forget_if_learned();
        self.parts[passed as usize].insert(key, part);
        part
    }

    fn worked_out(
        &mut self,
        graph: &ProgramGraph<'_>,
        number: ThreadId,
        leaf: LeafId,
        passed: u32,
    ) -> Sum {
        let cost = self.stages[passed as usize].thread(graph, leaf);
        let mut own = FAR;
        let holds = self.holding.is_some() && self.holds_locks(graph, leaf);
        let stacks = match holds {
            true => &mut self.holding,
            false => &mut self.own,
        };
        if let Some(stacks) = stacks {
            own = stacks.thread(graph, leaf);
            let frame = graph
                .top_frame(leaf)
                .map_or(LeafId::NOTHING, |(frame, _)| frame);
            if self.exclusion.holds(graph, frame) {
                // It is there; but where it came in is the best place to wait for another.
                own = match self.analysis.counts_steps() {
                    true => 0,
                    false => own.min(GOING_ON),
                };
            }
        }
        let pairs = self.pairs.as_mut();
        let pair = pairs.map_or(FAR, |pairs| pairs.thread(graph, leaf));
        let end = match self.analysis.counts_steps() {
            true => self.end(graph, number, leaf),
            false => 0,
        };
        Sum::of(cost.min(own), pair, end)
    }

    /// What was worked out before a heuristic learned of a method does not hold any more.
    fn forget_if_learned(&mut self) {
        let stacks = self.stages.iter().chain(&self.own).chain(&self.holding);
        let stacks = stacks.chain(&self.pairs);
        let learned = stacks.map(Stacks::learned).sum();
        if learned != self.learned {
            self.learned = learned;
            self.parts.iter_mut().for_each(FxHashMap::clear);
        }
    }

    /// Whether a thread holds a lock: the machine knows it of Rust's, the stack of others.
    fn holds_locks(&self, graph: &ProgramGraph<'_>, leaf: LeafId) -> bool {
        if graph.holds_locks(leaf) {
            return true;
        }
        let mut frame = graph
            .top_frame(leaf)
            .map_or(LeafId::NOTHING, |(frame, _)| frame);
        let mut balance = 0;
        while !frame.is_nothing() {
            let position = graph.frame(frame);
            balance += self.analysis.balance(position.function, position.pc);
            frame = position.below;
        }
        balance > 0
    }

    /// The least number of steps until a thread has ended.
    fn end(&self, graph: &ProgramGraph<'_>, number: ThreadId, leaf: LeafId) -> Cost {
        match graph.top_frame(leaf) {
            None => 0,
            Some(_) if self.analysis.cancels => 0,
            Some((frame, standing)) => to_end(
                &self.analysis.ends,
                &self.analysis.own,
                graph,
                frame,
                standing,
                number == ThreadId::MAIN,
            ),
        }
    }

    /// The rank of a state whose threads come to this together. `mover` is the distance of the
    /// thread that has moved, or of one that it has just started.
    fn put_together(&self, all: &Sum, passed: u32, mover: Cost) -> Rank {
        let goal = match self.is_last(passed) {
            true => self.analysis.goal,
            false => Goal::Location,
        };
        let cost = match goal {
            Goal::Location => self.nearest(all),
            Goal::Mutex | Goal::Deadlock => {
                // Once all others have ended, the one that starts them gets there in no time.
                let alone = match self.analysis.counts_steps() {
                    true => all.alone(),
                    false => FAR,
                };
                let started = alone.saturating_add(self.newcomer.saturating_mul(2));
                // Both may be threads that do not exist yet and come from the same one.
                let exist = all.first.saturating_add(all.second);
                exist.min(all.pair).min(started)
            }
        };
        // Among equals: for one thread, the one that runs should be the one that is near; for
        // two, neither should run ahead, since what one does early may shut the other out.
        let is_far = cost == FAR;
        let (cost, tie) = match goal {
            Goal::Location if self.follows_mover => (mover, i64::from(cost)),
            Goal::Location => (cost, i64::from(mover)),
            Goal::Mutex | Goal::Deadlock => (cost, i64::from(all.second)),
        };
        let left = self.stages.len() as i64 - 1 - i64::from(passed);
        Rank {
            first: match is_far {
                true => HOPELESS,
                false => left * STAGE + i64::from(cost),
            },
            second: match self.analysis.counts_steps() {
                // Of states that promise equally long trails, the one nearest to the end.
                true => (i64::from(cost) << 24) + tie.min(1 << 23),
                false => tie,
            },
        }
    }

    /// The least distance. Where the length of trails counts, a thread that is left alone
    /// gets anywhere in one step, but only after all others have ended.
    fn nearest(&self, all: &Sum) -> Cost {
        match self.analysis.counts_steps() {
            true => all.first.min(all.alone_and_near()),
            false => all.first,
        }
    }

    /// How many places have been passed when this thread stands where it stands.
    fn progress(&self, graph: &ProgramGraph<'_>, leaf: LeafId, passed: u32) -> u32 {
        let Some(&wanted) = self.analysis.passed.get(passed as usize) else {
            return passed;
        };
        let Some((frame, _)) = graph.top_frame(leaf) else {
            return passed;
        };
        let position = graph.frame(frame);
        let function = &graph.machine.program.functions[position.function.index()];
        let op = function.body.as_ref().map(|b| b.code[position.pc as usize]);
        match op {
            Some(Op::Place { place, .. }) if place == wanted => passed + 1,
            _ => passed,
        }
    }
}

impl Guide<ProgramGraph<'_>> for DistanceGuide<'_> {
    fn arrive(
        &mut self,
        graph: &mut ProgramGraph<'_>,
        state: &[u32],
        past: &mut dyn Iterator<Item = PastStep>,
    ) {
        let passed = past.next().map_or(0, |step| step.note);
        if (passed, self.learned) != (self.passed, self.learned_here) {
            (self.passed, self.learned_here) = (passed, self.learned);
            self.here.fill(UNKNOWN);
        }
        let count = graph.machine.thread_count();
        if self.here.len() < count as usize {
            self.here.resize(count as usize, UNKNOWN);
        }
        for number in graph.machine.thread_ids() {
            let slot = graph.machine.thread_slot(number);
            let leaf = slot.map_or(LeafId::NOTHING, |slot| slot.leaf_in(state));
            if self.here[number.index()] != leaf {
                let part = self.part(graph, number, leaf, passed);
                self.tree.set(number, part);
                self.here[number.index()] = leaf;
            }
        }
    }

    fn rank(
        &mut self,
        graph: &mut ProgramGraph<'_>,
        state: &[u32],
        edge: Edge,
        changes: &[(u32, u32)],
    ) -> Ranked {
        let moved = Choice::of(edge.choice).thread;
        let mut changed = std::mem::take(&mut self.changed);
        changed.clear();
        let threads = changes
            .iter()
            .filter_map(|&(slot, leaf)| Some((graph.thread_in(Slot(slot))?, LeafId(leaf))));
        changed.extend(threads);
        let leaf = changed.iter().find(|(number, _)| *number == moved);
        let passed = leaf.map_or(self.passed, |&(_, leaf)| {
            self.progress(graph, leaf, self.passed)
        });
        let (all, mover) = match passed == self.passed {
            true => self.with(graph, &changed, moved),
            false => self.at_next_place(graph, state, &changed, moved, passed),
        };
        self.changed = changed;
        let rank = self.put_together(&all, passed, mover);
        Ranked { rank, note: passed }
    }

    fn is_lower_bound(&self) -> bool {
        self.analysis.counts_steps() && self.analysis.goal != Goal::Deadlock
    }
}

impl DistanceGuide<'_> {
    /// Whether a thread did not exist in the state that the search has arrived at.
    fn is_new(&self, number: ThreadId) -> bool {
        self.here
            .get(number.index())
            .is_none_or(|leaf| leaf.is_nothing())
    }

    /// What all threads come to, and the distance of the one that has moved or of those that it
    /// has started, when a step has `changed` these threads.
    #[inline]
    fn with(
        &mut self,
        graph: &ProgramGraph<'_>,
        changed: &[(ThreadId, LeafId)],
        moved: ThreadId,
    ) -> (Sum, Cost) {
        match changed {
            [] => (self.tree.all(), self.tree.part(moved).first),
            &[(number, leaf)] => {
                let part = self.part(graph, number, leaf, self.passed);
                let mover = match number == moved {
                    true => part.first,
                    false if self.is_new(number) => part.first.min(self.tree.part(moved).first),
                    false => self.tree.part(moved).first,
                };
                (self.tree.all_with(number, part), mover)
            }
            _ => self.with_several(graph, changed, moved),
        }
    }

    fn with_several(
        &mut self,
        graph: &ProgramGraph<'_>,
        changed: &[(ThreadId, LeafId)],
        moved: ThreadId,
    ) -> (Sum, Cost) {
        let before: Vec<(ThreadId, Sum)> = changed
            .iter()
            .map(|&(number, _)| (number, self.tree.part(number)))
            .collect();
        for &(number, leaf) in changed {
            let part = self.part(graph, number, leaf, self.passed);
            self.tree.set(number, part);
        }
        let all = self.tree.all();
        let started = changed.iter().map(|&(number, _)| number);
        let movers = started.filter(|&number| self.is_new(number)).chain([moved]);
        let mover = movers.map(|number| self.tree.part(number).first).min();
        for (number, part) in before.into_iter().rev() {
            self.tree.set(number, part);
        }
        (all, mover.unwrap_or(FAR))
    }

    /// The same behind a step that passes a place: all threads are ranked by the next one.
    fn at_next_place(
        &mut self,
        graph: &ProgramGraph<'_>,
        state: &[u32],
        changed: &[(ThreadId, LeafId)],
        moved: ThreadId,
        passed: u32,
    ) -> (Sum, Cost) {
        let mut tree = Tournament::new();
        let mut mover = FAR;
        for number in graph.machine.thread_ids() {
            let known = changed.iter().find(|(thread, _)| *thread == number);
            let slot = graph.machine.thread_slot(number);
            let leaf = match (known, slot) {
                (Some(&(_, leaf)), _) => leaf,
                (None, Some(slot)) => slot.leaf_in(state),
                (None, None) => LeafId::NOTHING,
            };
            let part = self.part(graph, number, leaf, passed);
            if number == moved || self.is_new(number) {
                mover = mover.min(part.first);
            }
            tree.set(number, part);
        }
        (tree.all(), mover)
    }
}
