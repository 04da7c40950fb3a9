//! Which actions a graph must show, so that a property and its constraints can be judged.

use crate::action::{Action, Object};
use crate::matching::may_be_event;
use crate::property::{ConstraintName, Property};

/// What is asked of a program.
#[derive(Clone, Debug)]
pub struct Asked<'p> {
    property: &'p Property,
    /// Constraints that are there or may be added.
    names: Vec<ConstraintName>,
    scope: Scope,
}

/// What else a graph shall show, so that constraints can be thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// What the property and the named constraints ask about.
    Named,
    /// All mutexes, too.
    Locks,
    /// And all tests of variables.
    LocksAndTests,
}

impl<'p> Asked<'p> {
    /// What the property and its own constraints ask about, and `scope`.
    pub fn new(property: &'p Property, scope: Scope) -> Asked<'p> {
        Asked {
            property,
            names: property.constraints.clone().unwrap_or_default(),
            scope,
        }
    }

    /// And the values of these variables.
    pub fn with_variables(mut self, variables: &[Object]) -> Asked<'p> {
        let more = variables.iter().map(|object| object.0.clone());
        self.names.extend(more.map(ConstraintName::Variable));
        self
    }

    pub fn with(mut self, names: &[ConstraintName]) -> Asked<'p> {
        self.names.extend_from_slice(names);
        self
    }

    pub fn asks_about(&self, action: &Action) -> bool {
        let in_scope = match action {
            Action::Lock(_) | Action::Unlock(_) => self.scope != Scope::Named,
            Action::Test { .. } => self.scope == Scope::LocksAndTests,
            _ => false,
        };
        in_scope
            || may_be_event(action, &self.property.events)
            || counterpart(action).is_some_and(|it| may_be_event(&it, &self.property.events))
            || self.names.iter().any(|name| name.asks_about(action))
    }
}

/// A rule that asks when a mutex is locked asks when it is unlocked: a lock automaton that saw only
/// one of them would be wrong.
fn counterpart(action: &Action) -> Option<Action> {
    match action {
        Action::Lock(object) => Some(Action::Unlock(object.clone())),
        Action::Unlock(object) => Some(Action::Lock(object.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_are_seen_with_their_unlocks() {
        let text = "events\n  q = lock(m)\nproperty for no execution\n  q q\n";
        let property = Property::parse(text, "rule").expect("a property");
        let asked = Asked::new(&property, Scope::Named);
        let object = |name: &str| Some(Object(name.to_owned()));
        assert!(asked.asks_about(&Action::Lock(object("m"))));
        assert!(asked.asks_about(&Action::Unlock(object("m"))));
        assert!(!asked.asks_about(&Action::Unlock(object("n"))));
    }
}
