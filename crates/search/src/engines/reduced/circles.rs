//! After the search has settled: looks for circles of states that lead to no end, by Tarjan's
//! algorithm, and has the graph judge them.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::chain::change;
use super::links::LinkId;
use super::{Search, StateId};
use crate::graph::{EdgeKind, Graph};
use crate::outcome::End;

/// A state on the path of the algorithm.
struct Visit {
    state: StateId,
    targets: Vec<StateId>,
    order: u32,
    /// The earliest state known to be reached from here.
    low: u32,
}

impl<G: Graph> Search<'_, G> {
    pub(super) fn judge_circles(&mut self) -> ControlFlow<End> {
        let Some(mut endings) = self.endings.clone() else {
            return ControlFlow::Continue(());
        };
        let states = self.store.states();
        let mut open: Vec<StateId> = states.filter(|&state| !endings.contains(state)).collect();
        loop {
            let before = open.len();
            for &state in open.iter().rev() {
                if self.targets(state).any(|target| endings.contains(target)) {
                    endings.insert(state);
                }
            }
            open.retain(|&state| !endings.contains(state));
            if open.len() == before {
                break;
            }
        }
        let mut order = FxHashMap::default();
        for start in open {
            self.judge_behind(start, &mut order)?;
        }
        ControlFlow::Continue(())
    }

    /// Judges the circles that are reached from `start` and were not met before. `order` numbers
    /// the states met; those of complete components are above all others.
    fn judge_behind(
        &mut self,
        start: StateId,
        order: &mut FxHashMap<StateId, u32>,
    ) -> ControlFlow<End> {
        if order.contains_key(&start) {
            return ControlFlow::Continue(());
        }
        let mut component: Vec<StateId> = Vec::new();
        let mut path = vec![self.enter(start, order, &mut component)];
        while let Some(visit) = path.last_mut() {
            if let Some(target) = visit.targets.pop() {
                match order.get(&target) {
                    Some(&known) => visit.low = visit.low.min(known),
                    None => {
                        let next = self.enter(target, order, &mut component);
                        path.push(next);
                    }
                }
                continue;
            }
            let Visit {
                state,
                order: own,
                low,
                ..
            } = path.pop().expect("it was there");
            if let Some(parent) = path.last_mut() {
                parent.low = parent.low.min(low);
            }
            if low < own {
                continue;
            }
            let first = component.iter().rposition(|&member| member == state);
            let circle = component.split_off(first.expect("it was entered"));
            let leaves = self.leads_out(&circle);
            for member in &circle {
                order.insert(*member, u32::MAX);
            }
            if !leaves {
                self.judge(&circle)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn enter(
        &mut self,
        state: StateId,
        order: &mut FxHashMap<StateId, u32>,
        component: &mut Vec<StateId>,
    ) -> Visit {
        let number = order.len() as u32;
        order.insert(state, number);
        component.push(state);
        Visit {
            state,
            targets: self.targets(state).collect(),
            order: number,
            low: number,
        }
    }

    /// Where the edges of a state lead that were followed.
    fn targets(&self, state: StateId) -> impl Iterator<Item = StateId> + '_ {
        let links = self.links.from(self.entries.get(state).links);
        links.map(|(_, link)| link.target)
    }

    fn leads_out(&self, circle: &[StateId]) -> bool {
        let members: FxHashSet<StateId> = circle.iter().copied().collect();
        let mut targets = circle.iter().flat_map(|&state| self.targets(state));
        targets.any(|target| !members.contains(&target))
    }

    fn judge(&mut self, circle: &[StateId]) -> ControlFlow<End> {
        for &state in circle {
            if self.show(state)?.is_break() {
                break;
            }
        }
        let Some(finding) = self.graph.judge_circle() else {
            return ControlFlow::Continue(());
        };
        let first = circle.iter().min().expect("a circle has a state");
        self.record(finding, *first, &[])
    }

    /// Shows a state of a circle to the graph, and those that are passed behind it.
    fn show(&mut self, state: StateId) -> ControlFlow<End, ControlFlow<()>> {
        self.store.load(&mut self.live, state);
        if self.graph.visit_circle(self.live.words()).is_break() {
            return ControlFlow::Continue(ControlFlow::Break(()));
        }
        let links = self.links.from(self.entries.get(state).links);
        let links: Vec<LinkId> = links.map(|(link, _)| link).collect();
        for link in links {
            let mut choices: Vec<u32> = self.links.choices(link).collect();
            // The last one leads to a stored state.
            choices.pop();
            let mut words = self.live.words().to_vec();
            for choice in choices {
                self.watch.count_unfollowed(0);
                if self.watch.is_due() {
                    self.pause(None)?;
                }
                let edge = self.graph.successor(&words, choice, &mut self.changes);
                if let Some(EdgeKind::Abandoned(stop)) = edge.map(|edge| edge.kind) {
                    return ControlFlow::Break(stop.into());
                }
                change(&mut words, &self.changes);
                if self.graph.visit_circle(&words).is_break() {
                    return ControlFlow::Continue(ControlFlow::Break(()));
                }
            }
        }
        ControlFlow::Continue(ControlFlow::Continue(()))
    }
}
