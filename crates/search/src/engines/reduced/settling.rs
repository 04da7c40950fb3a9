//! After the search: asks the states again until all answers are final, and sees to it that no agent
//! is ignored for ever.

use std::ops::ControlFlow;

use super::entry::States;
use super::{Search, StateId};
use crate::graph::{Agents, Graph};
use crate::outcome::End;

impl<G: Graph> Search<'_, G> {
    /// Follows what is missing until every answer rests on all that is known.
    pub(super) fn settle(&mut self) -> ControlFlow<End> {
        loop {
            let before = (self.graph.knowledge(), self.store.len());
            self.sweep()?;
            if before != (self.graph.knowledge(), self.store.len()) {
                continue;
            }
            let ignoring = self.ignoring();
            if ignoring.is_empty() {
                return ControlFlow::Continue(());
            }
            for state in ignoring {
                let mut entry = self.entries.get(state);
                entry.followed = Agents::ALL;
                entry.selected = Agents::ALL;
                self.entries.set(state, entry);
                self.descend(state, None)?;
            }
        }
    }

    fn sweep(&mut self) -> ControlFlow<End> {
        self.graph.date_knowledge();
        let dated = self.graph.knowledge();
        self.dated = dated;
        for state in self.store.states() {
            let entry = self.entries.get(state);
            let passes = self.links.pass_reduced(entry.links);
            if entry.asked == self.graph.knowledge() || !entry.is_reduced() && !passes {
                continue;
            }
            self.pulse()?;
            self.store.load(&mut self.live, state);
            if !self.graph.has_news(self.live.words(), entry.asked) {
                continue;
            }
            let is_more = entry.is_reduced() && self.ask(state);
            // What is learnt from here on was not dated: it may bear on states that are passed.
            let mut answered = self.entries.get(state);
            answered.asked = dated;
            self.entries.set(state, answered);
            if is_more || passes {
                self.descend(state, Some(entry.asked))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// States to be expanded fully so that from each state one is reached, by the edges that were
    /// selected last, where all agents are followed. An agent who is ignored on the way there is
    /// still able to move. The end of the program and errors are no such states.
    fn ignoring(&mut self) -> Vec<StateId> {
        let mut full = States::default();
        let mut open: Vec<StateId> = Vec::new();
        for state in self.store.states() {
            let entry = self.entries.get(state);
            if entry.followed == Agents::ALL {
                full.insert(state);
            } else if entry.is_reduced() {
                open.push(state);
            }
        }
        let mut chosen = Vec::new();
        loop {
            // States that were stored later are nearer to the end.
            loop {
                let before = open.len();
                for &state in open.iter().rev() {
                    if self.leads_to_full(state, &full) {
                        full.insert(state);
                    }
                }
                open.retain(|&state| !full.contains(state));
                if open.len() == before {
                    break;
                }
            }
            let Some(state) = open.pop() else {
                return chosen;
            };
            full.insert(state);
            chosen.push(state);
        }
    }

    /// Whether an edge that was selected leads from a state to one of these, or over a state where
    /// all agents are followed.
    fn leads_to_full(&self, state: StateId, full: &States) -> bool {
        let entry = self.entries.get(state);
        let mut links = self.links.from(entry.links);
        links.any(|(number, link)| {
            let mover = self.graph.mover(self.links.choice(number));
            entry.selected.contains(mover) && (link.passes.full || full.contains(link.target))
        })
    }
}
