//! Locks: what the calls that take them and give them back, and the atomic operations that
//! Rust's locks are made of, mean for the graph.

use trailhound_contracts::Locking;
use trailhound_program::{CallSite, RmwOp};

use super::atomics::{Alternative, Results};
use super::memory::Place;
use super::reach::Reach;
use super::value::Value;
use super::walk::{Current, Effect, Repeats, Step, Walk};
use crate::action::{Action, Object};

/// The lock that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Meant {
    Named(Object),
    /// One that the rule does not ask about.
    Other,
    Any,
}

impl<'a> Walk<'a> {
    fn locks_meant(&mut self, at: &mut Current<'a>, lock: Value) -> Vec<Meant> {
        if let Reach::Local(Place::Object(object), offset) = self.reach(at, lock) {
            return match self.lock_name(at, object, offset) {
                Some(name) if !self.odd_mutexes => vec![Meant::Named(name)],
                _ => vec![Meant::Other],
            };
        }
        if let Reach::PerhapsLocal(object) = self.reach(at, lock) {
            if self.is_of_channel(at, object) {
                return vec![Meant::Other];
            }
            // It cannot have a name where it is not sure that it is meant.
            self.found.leaked.insert(object);
        }
        let named = |object: Object| match self.wants_lock(&object) {
            false => Meant::Other,
            true if self.odd_mutexes => Meant::Any,
            true => Meant::Named(object),
        };
        match self.reach(at, lock) {
            Reach::Global { global, .. } if self.interest.hides(global) => vec![Meant::Other],
            Reach::Global { global, offset } => vec![named(self.interest.object(global, offset))],
            Reach::Within(global) if self.interest.in_global(global) => {
                match self.parts_within(global) {
                    Some((parts, others)) => {
                        let mut meant: Vec<Meant> =
                            parts.into_iter().map(|(_, object)| named(object)).collect();
                        meant.extend(others.then_some(Meant::Other));
                        meant
                    }
                    None => vec![Meant::Any],
                }
            }
            Reach::Perhaps(_) | Reach::PerhapsLocal(_) | Reach::Anything
                if self.anything_wanted() =>
            {
                vec![Meant::Any]
            }
            Reach::Perhaps(global) if self.interest.in_global(global) => {
                match self.parts_within(global) {
                    Some((parts, _)) => {
                        let parts = parts.into_iter().map(|(_, object)| named(object));
                        parts.chain([Meant::Other]).collect()
                    }
                    None => vec![Meant::Any],
                }
            }
            _ => vec![Meant::Other],
        }
    }

    fn wants_lock(&self, object: &Object) -> bool {
        self.interest.wants(&Action::Lock(Some(object.clone())))
            || self.interest.wants(&Action::Unlock(Some(object.clone())))
    }

    /// A call that does something to a lock.
    pub fn lock_call(
        &mut self,
        at: &mut Current<'a>,
        site: &CallSite,
        call: Vec<Action>,
        locking: Locking,
        lock: Value,
    ) -> bool {
        let mut alternatives: Vec<(Vec<Action>, Vec<Action>, Value)> = Vec::new();
        for meant in self.locks_meant(at, lock) {
            let action = |named: fn(Option<Object>) -> Action, certain: bool| -> Vec<Action> {
                match &meant {
                    Meant::Other => Vec::new(),
                    Meant::Named(object) if certain => vec![named(Some(object.clone()))],
                    Meant::Named(_) | Meant::Any => vec![named(None)],
                }
            };
            let with =
                |more: Vec<Action>| -> Vec<Action> { call.iter().cloned().chain(more).collect() };
            let none = Vec::new();
            // An ordinary mutex is locked and unlocked, or the program is stuck or wrong.
            let done = match self.odd_mutexes {
                true => Value::Unknown,
                false => Value::Constant(0),
            };
            match locking {
                Locking::Lock => alternatives.push((with(action(Action::Lock, true)), none, done)),
                Locking::Unlock => {
                    alternatives.push((with(action(Action::Unlock, true)), none, done))
                }
                Locking::TryLock => {
                    alternatives.push((
                        with(action(Action::Lock, true)),
                        none.clone(),
                        Value::Constant(0),
                    ));
                    alternatives.push((call.clone(), none, Value::Unknown));
                }
                Locking::Wait => alternatives.push((
                    with(action(Action::Unlock, true)),
                    action(Action::Lock, true),
                    Value::Unknown,
                )),
                // Whether it is the only one is not known: as a lock it is seen or not.
                Locking::Read
                | Locking::TryRead
                | Locking::Write
                | Locking::TryWrite
                | Locking::Upkeep => {
                    alternatives.push((
                        with(action(Action::Lock, true)),
                        none.clone(),
                        Value::Unknown,
                    ));
                    alternatives.push((call.clone(), none, Value::Unknown));
                }
                Locking::SharedUnlock => {
                    alternatives.push((
                        with(action(Action::Unlock, true)),
                        none.clone(),
                        Value::Unknown,
                    ));
                    alternatives.push((call.clone(), none, Value::Unknown));
                }
            }
        }
        let next = at.pc + 1;
        let before = at.state.clone();
        let several = alternatives.len() > 1;
        for (number, (actions, then, result)) in alternatives.into_iter().enumerate() {
            let wanted = |actions: Vec<Action>| -> Vec<Action> {
                actions
                    .into_iter()
                    .filter(|action| self.interest.wants(action))
                    .collect()
            };
            let (actions, then) = (wanted(actions), wanted(then));
            if !several && actions.is_empty() && then.is_empty() {
                at.pc = next;
                return true;
            }
            at.state = before.clone();
            if site.results > 0 {
                at.set(site.d, result);
                if several {
                    at.state
                        .begin_case_of(at.pc, number, site.d..site.d + site.results);
                }
            }
            self.go(at, next, actions, Effect::None);
            if let Some(outcome) = at.outcomes.last_mut() {
                let step = |action| Step {
                    action,
                    repeats: Repeats::Never,
                };
                outcome.then = then.into_iter().map(step).collect();
            }
        }
        false
    }

    /// A compare-exchange on the word of a lock.
    pub fn exchange_lock(
        &mut self,
        at: &mut Current<'a>,
        locking: Locking,
        lock: Value,
        (success, failure): (Results<2>, Results<2>),
    ) -> bool {
        let mut alternatives = Vec::new();
        for meant in self.locks_meant(at, lock) {
            for actions in lock_actions(locking, meant) {
                alternatives.push((actions, success));
            }
            alternatives.push((Vec::new(), failure));
        }
        if alternatives.iter().all(|(actions, _)| actions.is_empty()) {
            alternatives.truncate(2);
        }
        self.split(at, alternatives)
    }

    /// Another atomic operation on the word of a lock.
    pub fn change_lock(
        &mut self,
        at: &mut Current<'a>,
        locking: Locking,
        lock: Value,
        op: RmwOp,
    ) -> bool {
        let locking = match (locking, op) {
            (Locking::Lock | Locking::TryLock, RmwOp::Xchg) => return self.see(at, Vec::new()),
            (locking, _) => locking,
        };
        let alternatives: Vec<Alternative<0>> = self
            .locks_meant(at, lock)
            .into_iter()
            .flat_map(|meant| lock_actions(locking, meant))
            .map(|actions| (actions, []))
            .collect();
        match &alternatives[..] {
            [(actions, _)] => {
                let actions = actions.clone();
                self.see(at, actions)
            }
            _ => self.split(at, alternatives),
        }
    }
}

/// What may be seen of it. Whether one that several may hold is free is not known: as a
/// lock it is seen or not.
fn lock_actions(locking: Locking, meant: Meant) -> Vec<Vec<Action>> {
    let object = match meant {
        Meant::Other => return vec![Vec::new()],
        Meant::Any => None,
        Meant::Named(object) => Some(object),
    };
    match locking {
        Locking::Unlock => vec![vec![Action::Unlock(object)]],
        Locking::SharedUnlock => vec![vec![Action::Unlock(object)], Vec::new()],
        Locking::Read | Locking::TryRead | Locking::Write | Locking::TryWrite | Locking::Upkeep => {
            vec![vec![Action::Lock(object)], Vec::new()]
        }
        Locking::Lock | Locking::TryLock | Locking::Wait => vec![vec![Action::Lock(object)]],
    }
}
