//! Ranks states by the distances of their threads, as the goal puts them together, and
//! leads through a sequence of places one after the other.

use rustc_hash::FxHashMap;
use trailhound_distance::{Cost, FAR, Target, TooLarge};
use trailhound_machine::{Exclusion, ProgramGraph, parts_of};
use trailhound_program::Op;
use trailhound_search::{Edge, Guide, HOPELESS, PastStep, Rank, Ranked};

use super::analysis::{Analysis, Goal};
use super::name::DistanceName;
use super::stacks::Stacks;

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
    /// The least that a thread has before it which does not exist yet.
    newcomer: Cost,
    /// To the end of each thread, where the length of trails counts.
    ends: FxHashMap<u32, Cost>,
    exclusion: Exclusion,
    /// The rank is the distance of the thread that has moved.
    follows_mover: bool,
    /// The state that the search has arrived at: places passed, and its threads.
    passed: u32,
    here: Vec<Thread>,
    slots: Vec<u32>,
    scratch: Vec<Thread>,
}

/// A thread's part in the rank of a state.
#[derive(Clone, Copy, Debug)]
struct Thread {
    number: u32,
    cost: Cost,
    own: Cost,
    end: Cost,
}

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
            starts.map(|&entry| stacks.starting_at(entry, goal)).min()
        };
        Ok(DistanceGuide {
            newcomer: own.as_ref().and_then(starting_at).unwrap_or(FAR),
            own,
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
            ends: FxHashMap::default(),
            exclusion: Exclusion::default(),
            follows_mover: false,
            analysis,
            passed: 0,
            here: Vec::new(),
            slots: Vec::new(),
            scratch: Vec::new(),
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

    fn thread(&mut self, graph: &ProgramGraph<'_>, number: u32, leaf: u32, passed: u32) -> Thread {
        let cost = self.stages[passed as usize].thread(graph, leaf);
        let mut own = FAR;
        let holds = self.holding.is_some() && self.holds_locks(graph, leaf);
        let stacks = match holds {
            true => &mut self.holding,
            false => &mut self.own,
        };
        if let Some(stacks) = stacks {
            own = stacks.thread(graph, leaf);
            let frame = graph.top_frame(leaf).map_or(0, |(frame, _)| frame);
            if self.exclusion.holds(graph, frame) {
                // It is there; but where it came in is the best place to wait for another.
                own = match self.analysis.counts_steps() {
                    true => 0,
                    false => own.min(GOING_ON),
                };
            }
        }
        let end = match self.analysis.counts_steps() {
            true => self.end(graph, number, leaf),
            false => 0,
        };
        Thread {
            number,
            cost: cost.min(own),
            own,
            end,
        }
    }

    /// Whether a thread holds a lock: the machine knows it of Rust's, the stack of others.
    fn holds_locks(&self, graph: &ProgramGraph<'_>, leaf: u32) -> bool {
        if graph.holds_locks(leaf) {
            return true;
        }
        let mut frame = graph.top_frame(leaf).map_or(0, |(frame, _)| frame);
        let mut balance = 0;
        while frame != 0 {
            let position = graph.frame(frame);
            balance += self.analysis.balance(position.function, position.pc);
            frame = position.below;
        }
        balance > 0
    }

    /// The least number of steps until a thread has ended.
    fn end(&mut self, graph: &ProgramGraph<'_>, number: u32, leaf: u32) -> Cost {
        if let Some(&known) = self.ends.get(&leaf) {
            return known;
        }
        let end = match graph.top_frame(leaf) {
            None => 0,
            Some(_) if self.analysis.cancels => 0,
            Some((frame, standing)) => super::stacks::to_end(
                &self.analysis.ends,
                &self.analysis.own,
                graph,
                frame,
                standing,
                number == 0,
            ),
        };
        self.ends.insert(leaf, end);
        end
    }

    /// The rank of a state with these threads.
    fn put_together(&self, threads: &[Thread], passed: u32, moved: u32) -> Rank {
        let goal = match self.is_last(passed) {
            true => self.analysis.goal,
            false => Goal::Location,
        };
        let cost = match goal {
            Goal::Location => self.nearest(threads),
            Goal::Mutex | Goal::Deadlock => {
                let (first, second) = two_least(threads.iter().map(|thread| thread.cost));
                // Both may be threads that do not exist yet and come from the same one.
                let spawned = threads.iter().filter(|thread| thread.cost < thread.own);
                let spawned = spawned.map(|thread| thread.cost).min().unwrap_or(FAR);
                // Once all others have ended, the one that starts them gets there in no time.
                let started = self.alone_at_least(threads).saturating_add(self.newcomer);
                let twice = spawned.min(started).saturating_add(self.newcomer);
                first.saturating_add(second).min(twice)
            }
        };
        // Among equals: for one thread, the one that runs should be the one that is near; for
        // two, neither should run ahead, since what one does early may shut the other out.
        let is_far = cost == FAR;
        // The thread that has moved, or one that it has just started.
        let is_new = |thread: &Thread| self.here.iter().all(|t| t.number != thread.number);
        let movers = threads.iter().filter(|t| t.number == moved || is_new(t));
        let mover = movers.map(|thread| thread.cost).min().unwrap_or(0);
        let (cost, tie) = match goal {
            Goal::Location if self.follows_mover => (mover, i64::from(cost)),
            Goal::Location => (cost, i64::from(mover)),
            Goal::Mutex | Goal::Deadlock => {
                let (_, second) = two_least(threads.iter().map(|thread| thread.cost));
                (cost, i64::from(second))
            }
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
    fn nearest(&self, threads: &[Thread]) -> Cost {
        if !self.analysis.counts_steps() {
            return threads.iter().map(|t| t.cost).min().unwrap_or(FAR);
        }
        let alone = self.alone(threads);
        threads
            .iter()
            .map(|t| t.cost.min(if t.cost == FAR { FAR } else { alone(t) }))
            .min()
            .unwrap_or(FAR)
    }

    /// The steps until a thread is alone: those until all others have ended.
    fn alone(&self, threads: &[Thread]) -> impl Fn(&Thread) -> Cost + use<> {
        let far: u32 = threads.iter().filter(|t| t.end == FAR).count() as u32;
        let all: Cost = threads
            .iter()
            .filter(|t| t.end != FAR)
            .fold(0, |sum, t| sum.saturating_add(t.end));
        move |thread: &Thread| match (far, thread.end) {
            (0, end) => all - end,
            (1, FAR) => all,
            _ => FAR,
        }
    }

    /// The steps until any thread is alone, where they count.
    fn alone_at_least(&self, threads: &[Thread]) -> Cost {
        if !self.analysis.counts_steps() {
            return FAR;
        }
        threads.iter().map(self.alone(threads)).min().unwrap_or(FAR)
    }

    /// How many places have been passed when this thread stands where it stands.
    fn progress(&self, graph: &ProgramGraph<'_>, leaf: u32, passed: u32) -> u32 {
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

fn two_least(costs: impl Iterator<Item = Cost>) -> (Cost, Cost) {
    costs.fold((FAR, FAR), |(first, second), cost| {
        if cost < first {
            (cost, first)
        } else {
            (first, second.min(cost))
        }
    })
}

impl Guide<ProgramGraph<'_>> for DistanceGuide<'_> {
    fn arrive(
        &mut self,
        graph: &mut ProgramGraph<'_>,
        state: &[u32],
        past: &mut dyn Iterator<Item = PastStep>,
    ) {
        self.passed = past.next().map_or(0, |step| step.note);
        let threads: Vec<(u32, u32)> = graph.threads_of(state).collect();
        self.here.clear();
        self.slots.clear();
        for (number, leaf) in threads {
            let thread = self.thread(graph, number, leaf, self.passed);
            self.here.push(thread);
            self.slots
                .push(graph.machine.thread_slot(number).unwrap_or(u32::MAX));
        }
    }

    fn rank(
        &mut self,
        graph: &mut ProgramGraph<'_>,
        state: &[u32],
        edge: Edge,
        changes: &[(u32, u32)],
    ) -> Ranked {
        let (moved, _) = parts_of(edge.choice);
        let own = graph.machine.thread_slot(moved);
        let leaf = changes
            .iter()
            .find(|change| Some(change.0) == own)
            .map(|change| change.1);
        let passed = leaf.map_or(self.passed, |leaf| self.progress(graph, leaf, self.passed));
        let mut threads = std::mem::take(&mut self.scratch);
        threads.clear();
        if passed == self.passed {
            threads.extend_from_slice(&self.here);
            for &(slot, leaf) in changes {
                self.change(graph, &mut threads, slot, leaf);
            }
        } else {
            // All threads are now ranked by the next place.
            let count = graph.machine.thread_count();
            for number in 0..count {
                let Some(slot) = graph.machine.thread_slot(number) else {
                    continue;
                };
                let changed = changes.iter().rev().find(|change| change.0 == slot);
                let leaf = match changed {
                    Some(&(_, leaf)) => leaf,
                    None => state.get(slot as usize).copied().unwrap_or(0),
                };
                if leaf != 0 {
                    let thread = self.thread(graph, number, leaf, passed);
                    threads.push(thread);
                }
            }
        }
        let rank = self.put_together(&threads, passed, moved);
        self.scratch = threads;
        Ranked { rank, note: passed }
    }

    fn is_lower_bound(&self) -> bool {
        self.analysis.counts_steps() && self.analysis.goal != Goal::Deadlock
    }
}

impl DistanceGuide<'_> {
    /// A step has changed a slot: if it is a thread's, its part in the rank is another.
    fn change(
        &mut self,
        graph: &ProgramGraph<'_>,
        threads: &mut Vec<Thread>,
        slot: u32,
        leaf: u32,
    ) {
        if let Some(index) = self.slots.iter().position(|&known| known == slot) {
            let number = threads[index].number;
            threads[index] = match leaf {
                0 => Thread {
                    number,
                    cost: FAR,
                    own: FAR,
                    end: 0,
                },
                leaf => self.thread(graph, number, leaf, self.passed),
            };
            return;
        }
        // A new thread, or no thread at all.
        let count = graph.machine.thread_count();
        let number = (0..count).find(|&n| graph.machine.thread_slot(n) == Some(slot));
        if let Some(number) = number.filter(|_| leaf != 0) {
            let thread = self.thread(graph, number, leaf, self.passed);
            threads.push(thread);
        }
    }
}
