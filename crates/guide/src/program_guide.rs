//! A guide for program graphs: brings together what the preferences ask for, and turns
//! their values into ranks.

use trailhound_machine::{Choice, ProgramGraph, StepAccess};
use trailhound_search::{Edge, Guide, PastStep, Rank, Ranked, scramble};

use crate::accesses::{aa, rw, shared};
use crate::history::{History, Moment, int};
use crate::name::{GuideName, Preference};
use crate::threads::{Situation, lnb, lock, mb, pba, pbb, pl1, pl2};

pub struct ProgramGuide {
    first: Preference,
    second: Option<Preference>,
    seed: u64,
    history: History,
    /// Locks held in the state that the search has arrived at.
    locks: u32,
    /// Numbers drawn so far.
    draws: u64,
}

/// Steps that are looked back to at least and at most; and for each thread.
const SHORTEST_PAST: usize = 32;
const LONGEST_PAST: usize = 1024;
const PAST_OF_A_THREAD: usize = 4;

impl ProgramGuide {
    /// `seed` decides what `random` draws.
    pub fn new(name: GuideName, seed: u64) -> ProgramGuide {
        ProgramGuide {
            first: name.first,
            second: name.second.or(name.first.tie_breaker()),
            seed,
            history: History::default(),
            locks: 0,
            draws: 0,
        }
    }

    fn any(&self, asks: impl Fn(Preference) -> bool) -> bool {
        asks(self.first) || self.second.is_some_and(asks)
    }

    fn value(&mut self, preference: Preference, now: Situation, step: Moment) -> i64 {
        let history = &self.history;
        // Ranks are lower where the preference is higher.
        match preference {
            Preference::None => 0,
            Preference::Mb => -mb(now),
            Preference::Pba => -pba(now),
            Preference::Pbb => -pbb(now),
            Preference::Lnb => -lnb(now),
            Preference::Pl1 => -pl1(now),
            Preference::Pl2 => -pl2(now),
            Preference::Lock => -lock(now),
            Preference::Int => -int(history, step.thread),
            Preference::Rw => rw(history, step),
            Preference::Aa => aa(history, step),
            Preference::Shared => shared(history, step),
            Preference::Thread => -i64::from(step.thread.0),
            Preference::Random => {
                self.draws += 1;
                (scramble(self.seed ^ self.draws) >> 33) as i64
            }
        }
    }
}

impl Guide<ProgramGraph<'_>> for ProgramGuide {
    fn arrive(
        &mut self,
        graph: &mut ProgramGraph<'_>,
        state: &[u32],
        past: &mut dyn Iterator<Item = PastStep>,
    ) {
        let mut past = past.peekable();
        let last = past.peek();
        self.locks = last.map_or(graph.locks_at_start(), |step| Note(step.note).locks());
        if self.any(Preference::looks_at_threads) {
            graph.look_at(state);
        }
        if self.any(Preference::looks_back) {
            let threads = graph.machine.thread_count() as usize;
            let length = (PAST_OF_A_THREAD * threads).clamp(SHORTEST_PAST, LONGEST_PAST);
            self.history.recall(past.take(length).map(|step| Moment {
                thread: Choice::of(step.choice).thread,
                access: Note(step.note).access(),
            }));
        }
    }

    fn rank(
        &mut self,
        graph: &mut ProgramGraph<'_>,
        state: &[u32],
        edge: Edge,
        changes: &[(u32, u32)],
    ) -> Ranked {
        let facts = graph.facts(state, edge.choice);
        let locks = self.locks.saturating_add_signed(i32::from(facts.locks));
        let step = Moment {
            thread: Choice::of(edge.choice).thread,
            access: facts.access,
        };
        let looks = self.any(Preference::looks_at_threads);
        if looks {
            graph.look_ahead(changes);
        }
        let now = Situation {
            blocked: graph.scene().blocked(),
            alive: graph.scene().alive(),
            locks: i64::from(locks),
        };
        let first = self.value(self.first, now, step);
        let second = self.second;
        let second = second.map_or(0, |second| self.value(second, now, step));
        if looks {
            graph.look_back();
        }
        Ranked {
            rank: Rank { first, second },
            note: Note::new(locks, facts.access).0,
        }
    }

    fn is_lower_bound(&self) -> bool {
        self.first == Preference::None
    }
}

/// What is kept with each state: the locks held there, and the access of the last step.
#[derive(Clone, Copy)]
struct Note(u32);

const ACCESS_BITS: u32 = 2;
const MOST_LOCKS: u32 = u32::MAX >> ACCESS_BITS;

impl Note {
    fn new(locks: u32, access: StepAccess) -> Note {
        let access = match access {
            StepAccess::None => 0,
            StepAccess::Read => 1,
            StepAccess::Write => 2,
        };
        Note(locks.min(MOST_LOCKS) << ACCESS_BITS | access)
    }

    fn locks(self) -> u32 {
        self.0 >> ACCESS_BITS
    }

    fn access(self) -> StepAccess {
        match self.0 & 3 {
            1 => StepAccess::Read,
            2 => StepAccess::Write,
            _ => StepAccess::None,
        }
    }
}
