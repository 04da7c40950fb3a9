//! After the search has settled: looks for circles of states that lead to no end, by Tarjan's
//! algorithm, and has the graph judge them.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

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
        let Some(mut endings) = self.endings.take() else {
            return ControlFlow::Continue(());
        };
        let states = self.store.states();
        let mut open: Vec<StateId> = states.filter(|&state| !endings.contains(state)).collect();
        loop {
            let before = open.len();
            for place in (0..open.len()).rev() {
                let followed = self.entries.get(open[place]).followed;
                if self.leads_into(open[place], followed, &endings)? {
                    endings.insert(open[place]);
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
        let mut path = vec![self.enter(start, order, &mut component)?];
        while let Some(visit) = path.last_mut() {
            if let Some(target) = visit.targets.pop() {
                match order.get(&target) {
                    Some(&known) => visit.low = visit.low.min(known),
                    None => {
                        let next = self.enter(target, order, &mut component)?;
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
            let leaves = self.leads_out(&circle)?;
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
    ) -> ControlFlow<End, Visit> {
        let number = order.len() as u32;
        order.insert(state, number);
        component.push(state);
        let targets = self.targets(state)?;
        ControlFlow::Continue(Visit {
            state,
            targets,
            order: number,
            low: number,
        })
    }

    /// Where the edges of a state lead that were followed.
    fn targets(&mut self, state: StateId) -> ControlFlow<End, Vec<StateId>> {
        let followed = self.entries.get(state).followed;
        self.store.load(&mut self.live, state);
        let mut targets = Vec::new();
        let mut from = Some(0);
        while let Some(edge) = from.and_then(|from| self.next_edge(from, followed)) {
            from = edge.choice.checked_add(1);
            self.pulse()?;
            match edge.kind {
                EdgeKind::Step => {}
                EdgeKind::Finding(_) => continue,
                EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
            }
            targets.push(self.store.insert(&mut self.live, &self.changes).0);
        }
        ControlFlow::Continue(targets)
    }

    fn leads_out(&mut self, circle: &[StateId]) -> ControlFlow<End, bool> {
        let members: FxHashSet<StateId> = circle.iter().copied().collect();
        for &state in circle {
            let targets = self.targets(state)?;
            if targets.iter().any(|target| !members.contains(target)) {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    fn judge(&mut self, circle: &[StateId]) -> ControlFlow<End> {
        for &state in circle {
            self.store.load(&mut self.live, state);
            if self.graph.visit_circle(self.live.words()).is_break() {
                break;
            }
        }
        let Some(finding) = self.graph.judge_circle() else {
            return ControlFlow::Continue(());
        };
        let first = circle.iter().min().expect("a circle has a state");
        self.record(finding, *first, &[])
    }
}
