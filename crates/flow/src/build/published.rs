//! What tasks do to objects that other tasks were given.

use std::collections::BTreeSet;

use super::ids::TaskIndex;
use super::value::ObjectNumber;

/// Loads, stores and leaks, by object and task.
#[derive(Default)]
pub struct Published {
    pub loads: BTreeSet<(ObjectNumber, TaskIndex, i32, i32)>,
    pub stores: BTreeSet<(ObjectNumber, TaskIndex, i32, i32)>,
    pub leaked: BTreeSet<(ObjectNumber, TaskIndex)>,
}

impl Published {
    pub fn leaks(&mut self, task: TaskIndex, object: ObjectNumber) {
        self.leaked.insert((object, task));
    }
}
