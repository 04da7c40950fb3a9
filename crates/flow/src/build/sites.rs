//! Numbers for the places where tasks make something, calls that lead there included. They stay
//! the same when the walk is done again, so that what was found out about an object then is
//! known of it now.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use trailhound_program::{FunctionId, Pc};

use super::ids::Turn;

/// Where a function was entered, or where something was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site(pub u32);

impl Site {
    /// Before the first function is entered.
    pub const START: Site = Site(0);
}

/// An operation inside a site: the function that it enters or stands in, and its turns of loops.
type Inside = (Site, FunctionId, Pc, SmallVec<[Turn; 4]>);

#[derive(Default)]
pub struct Sites {
    numbers: FxHashMap<Inside, Site>,
}

impl Sites {
    pub fn inside(&mut self, around: Site, function: FunctionId, pc: Pc, turns: &[Turn]) -> Site {
        let next = Site(self.numbers.len() as u32 + 1);
        let key = (around, function, pc, turns.into());
        *self.numbers.entry(key).or_insert(next)
    }
}
