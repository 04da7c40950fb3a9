//! Leads a hunt. For locks and races through the places in their order, by any thread;
//! for checks, the thread that has checked is led to where it would take the lock again, then
//! another to its write, then the first to its act: each alone is ranked by its distance.

use trailhound_guide::distance::DistanceGuide;
use trailhound_machine::{Choice, ProgramGraph, Slot, ThreadId};
use trailhound_program::Op;
use trailhound_search::{Edge, EdgeKind, Guide, HOPELESS, PastStep, Rank, Ranked};

use super::hunt::{Hunt, WATCHED, Watched};

/// What is still to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Check,
    /// This thread goes on to where it takes the lock again.
    Leave(ThreadId),
    /// Another than this thread writes.
    Write(ThreadId),
    /// This thread acts.
    Act(ThreadId),
    Fail,
}

impl Stage {
    /// How many stages are left.
    fn left(self) -> i64 {
        match self {
            Stage::Check => 4,
            Stage::Leave(_) => 3,
            Stage::Write(_) => 2,
            Stage::Act(_) => 1,
            Stage::Fail => 0,
        }
    }

    fn counts(self, thread: ThreadId, able: &[ThreadId]) -> bool {
        match self {
            Stage::Leave(only) | Stage::Act(only) => thread == only,
            Stage::Write(other) => thread != other,
            Stage::Check => able.contains(&thread),
            Stage::Fail => true,
        }
    }
}

/// One stage outweighs every distance.
const STAGE: i64 = 1 << 40;

pub struct Between<'a> {
    /// By the number of stages that are left.
    pub guides: [DistanceGuide<'a>; 5],
    /// The mark of where the lock is taken again.
    pub again: Option<u32>,
    /// What each guide has arrived at in this state.
    arrived: [Option<Stage>; 5],
    /// Threads that can come to act: to check is of no use to others.
    able: Vec<ThreadId>,
}

impl<'a> Between<'a> {
    pub fn new(guides: [DistanceGuide<'a>; 5], again: Option<u32>) -> Between<'a> {
        Between {
            guides,
            again,
            arrived: [None; 5],
            able: Vec::new(),
        }
    }

    /// What may be left to do, the furthest first: not every thread that has checked will act.
    fn stages(&self, hunt: &Hunt<'_, '_>, state: &[u32]) -> Vec<Stage> {
        let mut stages: Vec<Stage> = Vec::new();
        for thread in ThreadId::first(WATCHED as u32) {
            match hunt.standing(state, thread) {
                Watched::Happened => return vec![Stage::Fail],
                Watched::Disturbed => stages.push(Stage::Act(thread)),
                Watched::Checked => {
                    let words = state.get(hunt.prefix()..).unwrap_or_default();
                    let has_left = |again| stands_at(hunt.graph, words, thread, again);
                    stages.push(match self.again.is_none_or(has_left) {
                        true => Stage::Write(thread),
                        false => Stage::Leave(thread),
                    });
                }
                Watched::Nothing => {}
            }
        }
        stages.push(Stage::Check);
        stages.sort_by_key(|stage| stage.left());
        stages
    }

    /// The rank of the state behind an edge if this is left to do.
    fn rank_for(
        &mut self,
        graph: &mut ProgramGraph<'_>,
        words: &[u32],
        edge: Edge,
        changes: &[(u32, u32)],
        stage: Stage,
    ) -> Rank {
        let left = stage.left() as usize;
        let masked = masked(graph, words, |thread| stage.counts(thread, &self.able));
        let guide = &mut self.guides[left];
        if self.arrived[left] != Some(stage) {
            guide.arrive(graph, &masked, &mut std::iter::empty());
            self.arrived[left] = Some(stage);
        }
        let others: Vec<Slot> = graph
            .machine
            .thread_ids()
            .filter(|&thread| !stage.counts(thread, &self.able))
            .filter_map(|thread| graph.machine.thread_slot(thread))
            .collect();
        let own: Vec<(u32, u32)> = changes
            .iter()
            .filter(|change| !others.contains(&Slot(change.0)))
            .copied()
            .collect();
        guide.rank(graph, &masked, edge, &own).rank
    }
}

fn stands_at(graph: &ProgramGraph<'_>, words: &[u32], thread: ThreadId, mark: u32) -> bool {
    let slot = graph.machine.thread_slot(thread);
    let leaf = slot.map(|slot| slot.leaf_in(words));
    let leaf = leaf.filter(|leaf| !leaf.is_nothing());
    let Some((frame, _)) = leaf.and_then(|leaf| graph.top_frame(leaf)) else {
        return false;
    };
    let position = graph.frame(frame);
    let body = &graph.machine.program.functions[position.function.index()].body;
    let op = body.as_ref().map(|body| body.code[position.pc as usize]);
    matches!(op, Some(Op::Place { place, .. }) if place == mark)
}

/// The words of a state without the threads that do not count.
fn masked(graph: &ProgramGraph<'_>, words: &[u32], counts: impl Fn(ThreadId) -> bool) -> Vec<u32> {
    let mut masked = words.to_vec();
    for thread in graph.machine.thread_ids() {
        if !counts(thread)
            && let Some(slot) = graph.machine.thread_slot(thread)
            && let Some(word) = masked.get_mut(slot.index())
        {
            *word = 0;
        }
    }
    masked
}

impl<'g, 'p> Guide<Hunt<'g, 'p>> for Between<'_> {
    fn arrive(
        &mut self,
        hunt: &mut Hunt<'g, 'p>,
        state: &[u32],
        _: &mut dyn Iterator<Item = PastStep>,
    ) {
        self.arrived = [None; 5];
        let words = state.get(hunt.prefix()..).unwrap_or_default();
        let threads: Vec<ThreadId> = hunt
            .graph
            .threads_of(words)
            .map(|thread| thread.0)
            .collect();
        // A step that changes nothing: the rank is that of the state itself.
        let nothing = |thread| Edge {
            choice: Choice::new(thread, 0).number(),
            kind: EdgeKind::Step,
            stutters: true,
        };
        let stage = match self.again {
            Some(_) => Stage::Leave(ThreadId(0)).left(),
            None => Stage::Act(ThreadId(0)).left(),
        };
        self.able.clear();
        for thread in threads {
            let own = masked(hunt.graph, words, |other| other == thread);
            let guide = &mut self.guides[stage as usize];
            guide.arrive(hunt.graph, &own, &mut std::iter::empty());
            let ranked = guide.rank(hunt.graph, &own, nothing(thread), &[]);
            if ranked.rank.first < HOPELESS {
                self.able.push(thread);
            }
        }
    }

    fn rank(
        &mut self,
        hunt: &mut Hunt<'g, 'p>,
        state: &[u32],
        edge: Edge,
        changes: &[(u32, u32)],
    ) -> Ranked {
        let mut next = state.to_vec();
        for &(slot, word) in changes {
            let slot = slot as usize;
            if next.len() <= slot {
                next.resize(slot + 1, 0);
            }
            next[slot] = word;
        }
        let prefix = hunt.prefix();
        let stages = self.stages(hunt, &next);
        let words = state.get(prefix..).unwrap_or_default();
        let own: Vec<(u32, u32)> = changes
            .iter()
            .filter(|change| change.0 as usize >= prefix)
            .map(|&(slot, word)| (slot - prefix as u32, word))
            .collect();
        let mut rank = Rank {
            first: HOPELESS,
            second: 0,
        };
        // An estimate often rises on the way. Steps of threads that do not count leave it as it
        // is, and must not look better for that: they count for what else is to be done.
        let moved = Choice::of(edge.choice).thread;
        for stage in stages {
            if !stage.counts(moved, &self.able) {
                continue;
            }
            let found = self.rank_for(hunt.graph, words, edge, &own, stage);
            if found.first < HOPELESS {
                rank = Rank {
                    first: stage.left() * STAGE + found.first.min(STAGE - 1),
                    second: found.second,
                };
                break;
            }
        }
        Ranked { rank, note: 0 }
    }
}
