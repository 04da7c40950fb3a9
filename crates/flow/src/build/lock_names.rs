//! Names for mutexes that are no globals: those in blocks of memory and in local variables, as
//! long as it can be told wherever one of them is meant. A name says where the object is made; a
//! property cannot use it, but a constraint can be made of it.

use std::collections::{BTreeMap, BTreeSet};

use trailhound_program::LocationId;

use super::ids::{PointId, TaskIndex};
use super::value::ObjectNumber;
use crate::action::Object;

/// Where an object is made.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    pub task: TaskIndex,
    pub point: PointId,
    pub location: LocationId,
    /// Each thread of the task makes one.
    pub once: bool,
    /// Bytes by which its address can be divided.
    pub align: u32,
}

#[derive(Default)]
pub struct LockNames {
    /// By object and offset.
    pub names: BTreeMap<(ObjectNumber, i32), Object>,
    /// Objects of which it is not known everywhere where they are.
    pub lost: BTreeSet<ObjectNumber>,
}
