//! Runs on over states with one successor: they are judged and asked like others, but not stored.

use std::ops::ControlFlow;

use super::chain::Chain;
use super::entry::Entry;
use super::links::LinkId;
use super::passed::Position;
use super::{Search, StateId};
use crate::graph::{Agents, Edge, EdgeKind, Finding, Graph};
use crate::outcome::End;

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
            if let Some(position) = self.chain.find(&self.passed, self.dated) {
                return self.follow_passed(state, position);
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
            self.chain.pass(known, selected == Agents::ALL);
            self.watch.stats.transitions += 1;
            self.watch.count_unfollowed(0);
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
        match self.watch.is_full() {
            true => self.has_one_more = true,
            false => self.watch.count_stored()?,
        }
        self.graph.remember();
        let link = self.link(state, target, None);
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
        self.link(state, target, None);
        ControlFlow::Continue(Arrival {
            target,
            is_new: false,
        })
    }

    /// The chain has come to a state that was passed before: it goes on as that one did then.
    fn follow_passed(&mut self, state: StateId, position: Position) -> ControlFlow<End, Arrival> {
        self.watch.stats.revisited += 1;
        self.chain.follow(position, self.links.runs(position.link));
        let target = self.links.get(position.link).target;
        self.link(state, target, Some(position));
        // What was learnt since then may bear on what is passed.
        let mut entry = self.entries.get(state);
        entry.asked = entry.asked.min(position.asked);
        self.entries.set(state, entry);
        ControlFlow::Continue(Arrival {
            target,
            is_new: false,
        })
    }

    /// Notes where the chain from `state` has come to; `rest` is the state from which it went along another
    /// link.
    fn link(&mut self, state: StateId, target: StateId, rest: Option<Position>) -> LinkId {
        let mut entry = self.entries.get(state);
        let Chain { runs, passes, .. } = &self.chain;
        let (first, link) = self.links.add(entry.links, runs, target, *passes);
        entry.links = first;
        self.entries.set(state, entry);
        self.chain.keep_passed(&mut self.passed, link, rest);
        link
    }

    /// Something is wrong with the chain's state.
    fn record_behind(&mut self, finding: Finding, state: StateId) -> ControlFlow<End> {
        let choices = self.chain.choices();
        self.record(finding, state, &choices)
    }
}
