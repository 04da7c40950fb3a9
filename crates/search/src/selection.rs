//! How many threads a reduced search follows.

use serde::{Deserialize, Serialize};
use trailhound_checkpoint::{Damage, Reader, Writer};

/// How much of the graph a reduced search was told to follow; all 0 in others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// States in which several agents could move.
    pub states: u64,
    /// Agents that could move in them.
    pub able: u64,
    /// Agents that were enough.
    pub selected: u64,
}

impl Selection {
    pub fn save(self, out: &mut Writer<'_>) {
        out.u64(self.states);
        out.u64(self.able);
        out.u64(self.selected);
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Selection, Damage> {
        Ok(Selection {
            states: input.u64()?,
            able: input.u64()?,
            selected: input.u64()?,
        })
    }
}
