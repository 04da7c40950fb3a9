//! After the search: asks the states again until all answers are final, and sees to it that no agent
//! is ignored for ever.

use std::ops::ControlFlow;

use super::{Search, Stage, StateId, Sweep};
use crate::graph::{Agents, Graph};
use crate::outcome::End;
use crate::states::States;

impl<G: Graph> Search<'_, G> {
    /// Follows what is missing until every answer rests on all that is known.
    pub(super) fn settle(&mut self) -> ControlFlow<End> {
        loop {
            match &mut self.stage {
                Stage::First => self.begin_sweep(),
                Stage::Sweep(sweep) => {
                    let sweep = *sweep;
                    self.sweep(sweep)?;
                    if sweep.before != (self.graph.knowledge(), self.store.len()) {
                        self.begin_sweep();
                        continue;
                    }
                    let mut ignoring = self.ignoring();
                    ignoring.reverse();
                    self.stage = match ignoring.is_empty() {
                        true => Stage::Settled,
                        false => Stage::Ignoring(ignoring),
                    };
                }
                Stage::Ignoring(states) => {
                    let Some(state) = states.pop() else {
                        self.begin_sweep();
                        continue;
                    };
                    let mut entry = self.entries.get(state);
                    entry.followed = Agents::ALL;
                    entry.selected = Agents::ALL;
                    self.entries.set(state, entry);
                    self.descend(state, None)?;
                }
                Stage::Settled => return ControlFlow::Continue(()),
            }
        }
    }

    fn begin_sweep(&mut self) {
        let states = self.store.len();
        self.stage = Stage::Sweep(Sweep {
            before: (self.graph.knowledge(), states),
            next: 1,
            last: states,
        });
        self.graph.date_knowledge();
        self.dated = self.graph.knowledge();
    }

    /// Asks again the states that a sweep has not come to.
    fn sweep(&mut self, mut sweep: Sweep) -> ControlFlow<End> {
        let dated = self.dated;
        while sweep.next <= sweep.last {
            let state = StateId::from_number(sweep.next as u32);
            let entry = self.entries.get(state);
            let passes = self.links.pass_reduced(entry.links);
            if entry.asked == self.graph.knowledge() || !entry.is_reduced() && !passes {
                sweep.next += 1;
                continue;
            }
            self.watch.count_unfollowed(0);
            if self.watch.is_due() {
                self.stage = Stage::Sweep(sweep);
                self.pause(None)?;
            }
            sweep.next += 1;
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
                self.stage = Stage::Sweep(sweep);
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
