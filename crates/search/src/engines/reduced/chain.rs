//! Runs on over states with one successor: they are judged and asked like others, but not stored.
//! A chain that grows long is cut, so it ends although it may go round.

use std::hash::Hasher;
use std::ops::ControlFlow;

use rustc_hash::FxHasher;

use super::entry::Entry;
use super::links::LinkId;
use super::{Search, StateId, change};
use crate::graph::{Agents, Edge, EdgeKind, Finding, Graph};
use crate::outcome::End;

/// From this length on one in `RARE` states is stored, told by its words alone, so that chains which
/// have met do not go on side by side.
const LONG: u32 = 8;
const RARE: u64 = 16;
/// The length at which a chain is cut in any case.
const LONGEST: u32 = 256;

/// The states behind a step of a stored state, up to the next stored one.
#[derive(Default)]
pub(super) struct Chain {
    /// The current state.
    words: Vec<u32>,
    /// How it differs from the stored one; the last change of a slot counts.
    changes: Vec<(u32, u32)>,
    runs: Vec<(u32, u32)>,
    pub steps: u32,
    passes_full: bool,
}

impl Chain {
    fn begin(&mut self, words: &[u32]) {
        self.words.clear();
        self.words.extend_from_slice(words);
        self.changes.clear();
        self.runs.clear();
        self.steps = 0;
        self.passes_full = false;
    }

    fn step(&mut self, choice: u32, changes: &[(u32, u32)]) {
        change(&mut self.words, changes);
        for &(slot, word) in changes {
            match self.changes.iter_mut().find(|known| known.0 == slot) {
                Some(known) => known.1 = word,
                None => self.changes.push((slot, word)),
            }
        }
        match self.runs.last_mut() {
            Some(run) if run.0 == choice => run.1 += 1,
            _ => self.runs.push((choice, 1)),
        }
        self.steps += 1;
    }

    fn is_cut(&self) -> bool {
        if self.steps < LONG {
            return false;
        }
        let mut hasher = FxHasher::default();
        let used = self.words.iter().rposition(|&word| word != 0);
        for &word in &self.words[..used.map_or(0, |last| last + 1)] {
            hasher.write_u32(word);
        }
        self.steps >= LONGEST || hasher.finish() >> 32 & (RARE - 1) == 0
    }

    /// Whether it is the beginning of a link with these runs.
    fn goes_along(&self, runs: &[(u32, u32)]) -> bool {
        let Some((last, before)) = self.runs.split_last() else {
            return true;
        };
        let at = runs.get(before.len());
        runs.starts_with(before) && at.is_some_and(|run| run.0 == last.0 && run.1 >= last.1)
    }

    fn choices(&self) -> Vec<u32> {
        let runs = self.runs.iter();
        runs.flat_map(|&(choice, count)| (0..count).map(move |_| choice))
            .collect()
    }
}

/// Where an edge of a stored state was run on to.
pub(super) struct Arrival {
    pub target: StateId,
    /// It has just been stored, and `live` is there.
    pub is_new: bool,
}

/// What was known of an edge when it was run last: the link of then, and the version of the knowledge.
pub(super) type Before = Option<(LinkId, u64)>;

impl<G: Graph> Search<'_, G> {
    /// Follows the edge of `state`, where `live` is, that was generated last.
    pub(super) fn run_on(
        &mut self,
        state: StateId,
        choice: u32,
        before: Before,
    ) -> ControlFlow<End, Arrival> {
        self.chain.begin(self.live.words());
        let mut choice = choice;
        loop {
            self.chain.step(choice, &self.changes);
            self.watch.stats.states_generated += 1;
            if let Some(target) = self.store.find(&mut self.live, &self.chain.changes) {
                return self.arrive_again(state, target);
            }
            if let Some((link, since)) = before
                && self.chain.goes_along(self.links.runs(link))
                && !self.graph.has_news(&self.chain.words, since)
            {
                // From here on it goes as it went.
                let link = self.links.get(link);
                return ControlFlow::Continue(Arrival {
                    target: link.target,
                    is_new: false,
                });
            }
            let finding = self.graph.meet(&self.chain.words);
            if let Some(finding) = finding {
                self.record_behind(finding, state)?;
            }
            let known = self.graph.knowledge();
            let selected = self.graph.select(&self.chain.words, Agents::NONE);
            let next = match self.chain.is_cut() {
                true => None,
                false => self.only_edge(selected),
            };
            let Some(edge) = next else {
                return self.store_behind(state, selected, known);
            };
            self.chain.passes_full |= selected == Agents::ALL;
            self.watch.stats.transitions += 1;
            self.pulse()?;
            choice = edge.choice;
        }
    }

    /// The edge of the chain's state, if it has one only and that is a step.
    fn only_edge(&mut self, selected: Agents) -> Option<Edge> {
        let words = &self.chain.words;
        let edge = self
            .graph
            .successor_of(words, 0, selected, &mut self.changes)?;
        if edge.kind != EdgeKind::Step {
            return None;
        }
        let from = edge.choice.checked_add(1)?;
        let another = self
            .graph
            .successor_of(words, from, selected, &mut self.spare);
        another.is_none().then_some(edge)
    }

    /// Stores the chain's state.
    fn store_behind(
        &mut self,
        state: StateId,
        selected: Agents,
        known: u64,
    ) -> ControlFlow<End, Arrival> {
        let (target, is_new) = self.store.insert(&mut self.live, &self.chain.changes);
        if !is_new {
            return self.arrive_again(state, target);
        }
        self.watch.count_stored()?;
        self.graph.remember();
        let link = self.link(state, target);
        let entry = Entry {
            asked: known,
            selected,
            followed: selected,
            ..Entry::new(Some(state), link)
        };
        self.entries.set(target, entry);
        self.live.advance();
        ControlFlow::Continue(Arrival {
            target,
            is_new: true,
        })
    }

    fn arrive_again(&mut self, state: StateId, target: StateId) -> ControlFlow<End, Arrival> {
        self.watch.stats.revisited += 1;
        self.link(state, target);
        ControlFlow::Continue(Arrival {
            target,
            is_new: false,
        })
    }

    fn link(&mut self, state: StateId, target: StateId) -> LinkId {
        let mut entry = self.entries.get(state);
        let Chain {
            runs, passes_full, ..
        } = &self.chain;
        let (first, link) = self.links.add(entry.links, runs, target, *passes_full);
        entry.links = first;
        self.entries.set(state, entry);
        link
    }

    /// Something is wrong with the chain's state.
    fn record_behind(&mut self, finding: Finding, state: StateId) -> ControlFlow<End> {
        let choices = self.chain.choices();
        self.record(finding, state, &choices)
    }
}
