//! What threads know from reading shared variables, and whether they act upon it when it
//! may be old. Part of the walk through their functions.

use trailhound_program::{Body, Op, Pc, Reg, uses};

use crate::address::{AbstractAddress, Object, Points};
use crate::facts::{Act, Comparison};
use crate::state::{Decision, Hold, Observation, Place, Provenance, Seen, State, add_provenance};
use crate::walk::Walk;

/// Decisions that are kept for one path.
const MOST_DECISIONS: usize = 12;

impl Walk<'_, '_> {
    /// What a load tells.
    pub fn observe(&self, place: Place, state: &State, atomic: bool) -> Provenance {
        let variable = self.pointed(place);
        let mut provenance = Provenance::new();
        for slot in self.slots_of(variable) {
            let found = state.slots.binary_search_by_key(&slot, |entry| entry.0);
            if let Ok(index) = found {
                add_provenance(&mut provenance, &state.slots[index].1);
            }
        }
        if !self.is_shared(variable) {
            return provenance;
        }
        let holds = state.held.iter().map(|hold| Some(*hold));
        let holds: Vec<Option<Hold>> = match atomic {
            true => vec![None],
            false => holds.collect(),
        };
        let seen = holds.into_iter().map(|hold| Seen {
            observation: Observation {
                variable,
                place,
                lock: hold.map(|hold| hold.lock),
                since: hold.map(|hold| hold.place),
            },
            is_old: atomic,
        });
        add_provenance(&mut provenance, &seen.collect());
        provenance
    }

    /// Local variables that an address surely means.
    fn slots_of(&self, variable: Points) -> Vec<AbstractAddress> {
        let book = &self.points.book;
        let addresses = book.addresses(variable).iter();
        addresses
            .filter(|address| {
                let is_local = matches!(book.object(address.object), Object::Local { .. });
                is_local && address.offset.exact().is_some()
            })
            .copied()
            .collect()
    }

    /// A local variable now comes from this.
    pub fn keep(&self, place: Place, state: &mut State, provenance: Provenance) {
        let [slot] = self.slots_of(self.pointed(place))[..] else {
            return;
        };
        let found = state.slots.binary_search_by_key(&slot, |entry| entry.0);
        match (found, provenance.is_empty()) {
            (Ok(index), true) => {
                state.slots.remove(index);
            }
            (Ok(index), false) => state.slots[index].1 = provenance,
            (Err(_), true) => {}
            (Err(index), false) => state.slots.insert(index, (slot, provenance)),
        }
    }

    /// A branch is decided because of what was seen.
    pub fn decide(&self, place: Place, body: &Body, successor: Pc, state: &mut State) {
        let op = &body.code[place.pc as usize];
        let provenance = used(op, body, state);
        if provenance.is_empty() {
            return;
        }
        let location = body.locations[place.pc as usize];
        let source = &self.points.program.source;
        let innermost = source.location(location);
        let is_users = innermost.is_some_and(|l| !source.file(l.file).library);
        // A thread that reads again under the lock may forget what was seen before. What a library
        // decides for itself is no second observation.
        if is_users {
            for seen in provenance.iter().filter(|seen| !seen.is_old) {
                state.decisions.retain(|decision| {
                    !decision.seen.is_old || decision.seen.observation.lock != seen.observation.lock
                });
            }
        }
        for &seen in &provenance {
            let same = |decision: &Decision| decision.seen.observation == seen.observation;
            if matches!(op, Op::Call { .. }) || state.decisions.len() >= MOST_DECISIONS {
                continue;
            }
            state.decisions.retain(|decision| !same(decision));
            state.decisions.push(Decision {
                seen,
                branch: place,
                target: successor,
            });
        }
        state.decisions.sort_unstable();
    }

    /// One successor of a branch fails because of two reads of the same variable, between
    /// which others may have changed it.
    pub fn compare(&mut self, place: Place, body: &Body, successor: Pc, state: &State) {
        let Some(root) = self.root_if_concurrent(state) else {
            return;
        };
        let provenance = used(&body.code[place.pc as usize], body, state);
        if provenance.is_empty() {
            return;
        }
        let function = self.points.contexts.get(place.context).function;
        if !self.failing.fails_from(self.points, function, successor) {
            return;
        }
        for &after in &provenance {
            let decided = state.decisions.iter();
            let decided = decided.map(|decision| (decision.seen, Some(decision.branch)));
            let compared = provenance.iter().map(|&seen| (seen, None));
            for (before, decided) in decided.chain(compared) {
                let is_same = before.observation.variable == after.observation.variable
                    && before.observation.lock == after.observation.lock;
                if is_same && before != after && before.is_old {
                    self.facts.comparisons.push(Comparison {
                        before: before.observation,
                        after: after.observation,
                        decided,
                        place,
                        root,
                    });
                }
            }
        }
    }

    /// A variable is written: because of what was seen in it, when that may be old?
    pub fn act(&mut self, place: Place, state: &State, written: &Provenance, atomic: bool) {
        let Some(root) = self.root_if_concurrent(state) else {
            return;
        };
        let variable = self.pointed(place);
        if !self.is_shared(variable) {
            return;
        }
        let decided = state.decisions.iter().map(|decision| decision.seen);
        for seen in decided.chain(written.iter().copied()) {
            let lock = seen.observation.lock;
            let hold = state.held.iter().find(|hold| Some(hold.lock) == lock);
            let is_again = hold.is_some() || lock.is_none() && atomic;
            if seen.is_old && is_again && seen.observation.variable == variable {
                self.facts.acts.push(Act {
                    observation: seen.observation,
                    since: hold.map(|hold| hold.place),
                    place,
                    root,
                });
            }
        }
    }
}

/// Where the operands of an operation come from.
fn used(op: &Op, body: &Body, state: &State) -> Provenance {
    let mut provenance = Provenance::new();
    uses(op, body, |register: Reg| {
        add_provenance(&mut provenance, &state.provenance(register));
    });
    provenance
}
