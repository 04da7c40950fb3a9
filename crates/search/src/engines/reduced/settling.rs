//! After the search: asks the states again until all answers are final, and sees to it that no agent
//! is ignored for ever.

use std::ops::ControlFlow;

use super::entry::States;
use super::{Search, StateId};
use crate::graph::{Agents, EdgeKind, Graph};
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
            let ignoring = self.ignoring()?;
            if ignoring.is_empty() {
                return ControlFlow::Continue(());
            }
            for state in ignoring {
                let mut entry = self.entries.get(state);
                entry.followed = Agents::ALL;
                entry.selected = Agents::ALL;
                self.entries.set(state, entry);
                self.descend(state)?;
            }
        }
    }

    fn sweep(&mut self) -> ControlFlow<End> {
        self.graph.date_knowledge();
        for state in self.store.states() {
            let entry = self.entries.get(state);
            if !entry.is_reduced() || entry.asked == self.graph.knowledge() {
                continue;
            }
            self.pulse()?;
            self.store.load(&mut self.live, state);
            if self.graph.has_news(self.live.words(), entry.asked) && self.ask(state) {
                self.descend(state)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// States to be expanded fully so that from each state one is reached, by the edges that were
    /// selected last, where all agents are followed. An agent who is ignored on the way there is
    /// still able to move. The end of the program and errors are no such states.
    fn ignoring(&mut self) -> ControlFlow<End, Vec<StateId>> {
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
                for place in (0..open.len()).rev() {
                    let state = open[place];
                    let selected = self.entries.get(state).selected;
                    if self.leads_into(state, selected, &full)? {
                        full.insert(state);
                    }
                }
                open.retain(|&state| !full.contains(state));
                if open.len() == before {
                    break;
                }
            }
            let Some(state) = open.pop() else {
                return ControlFlow::Continue(chosen);
            };
            full.insert(state);
            chosen.push(state);
        }
    }

    /// Whether an edge of one of these agents leads from a state to one of the set.
    pub(super) fn leads_into(
        &mut self,
        state: StateId,
        agents: Agents,
        set: &States,
    ) -> ControlFlow<End, bool> {
        self.store.load(&mut self.live, state);
        let mut from = Some(0);
        while let Some(edge) = from.and_then(|from| self.next_edge(from, agents)) {
            from = edge.choice.checked_add(1);
            self.pulse()?;
            match edge.kind {
                EdgeKind::Step => {}
                EdgeKind::Finding(_) => continue,
                EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
            }
            let (target, is_new) = self.store.insert(&mut self.live, &self.changes);
            debug_assert!(!is_new, "what is selected was followed");
            if set.contains(target) {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }
}
