//! What a search answers: the finding with its trail, why it ended, and what it cost.

use serde::{Deserialize, Serialize};
use trailhound_checkpoint::{Damage, Reader, Writer};
use trailhound_host::Stop;

use crate::graph::{Finding, Weight};
use crate::guide::Effect;
use crate::options::LimitKind;
use crate::selection::Selection;

#[derive(Clone, Debug)]
pub struct Outcome {
    pub finding: Option<Found>,
    pub end: End,
    pub stats: Stats,
    /// What the guide told apart; nothing in a search without one.
    pub effect: Effect,
}

/// A finding and the choices that lead from the initial state to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub finding: Finding,
    pub choices: Vec<u32>,
}

impl Found {
    pub fn save(&self, out: &mut Writer<'_>) {
        out.bool(self.finding.weight == Weight::Strong);
        out.u32(self.finding.id);
        out.u32s(self.choices.iter().copied());
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Found, Damage> {
        let weight = match input.bool()? {
            true => Weight::Strong,
            false => Weight::Weak,
        };
        let finding = Finding {
            weight,
            id: input.u32()?,
        };
        let choices = input.u32s()?;
        Ok(Found { finding, choices })
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every reachable state was visited. A finding beside it is a weak one that the
    /// search was told to go on past: there is no stronger one.
    Exhausted,
    /// A finding of the weight that was asked for.
    Found,
    /// Not decided: there may be states that were not visited.
    Limit(LimitKind),
    /// Not decided: the monitor said stop.
    Interrupted,
}

impl End {
    /// With more time, memory or states the search would go on.
    pub fn is_open(self) -> bool {
        match self {
            End::Interrupted => true,
            End::Limit(limit) => matches!(
                limit,
                LimitKind::States | LimitKind::Time | LimitKind::Memory
            ),
            End::Exhausted | End::Found => false,
        }
    }
}

impl From<Stop> for End {
    fn from(stop: Stop) -> End {
        match stop {
            Stop::Time => End::Limit(LimitKind::Time),
            Stop::Memory => End::Limit(LimitKind::Memory),
            Stop::Steps => End::Limit(LimitKind::Steps),
            Stop::Interrupted => End::Interrupted,
        }
    }
}

/// Counters common to all engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// States computed, the initial one included.
    pub states_generated: u64,
    /// Distinct states kept.
    pub states_stored: u64,
    /// States whose edges were all enumerated and followed.
    pub states_expanded: u64,
    /// Edges followed, those that ended in a finding included.
    pub transitions: u64,
    /// Generated states that were known already.
    pub revisited: u64,
    /// The longest path so far, in steps.
    pub depth: u64,
    /// States that wait: on the stack of a depth-first engine, in a queue.
    pub frontier: u64,
    pub seconds: f64,
    /// Peak bytes of the store, the stack or frontier, and predecessors.
    pub store_bytes: usize,
    /// Peak bytes inside the graph.
    pub graph_bytes: usize,
    pub selection: Selection,
    /// Threads that took part, if there were several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jobs: Option<u32>,
    /// How likely it is that a search by hashes has taken a state for another one, and left it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub omission: Option<f64>,
}

impl Stats {
    /// States that a search has stored. Random walks store nothing: what they have met counts.
    pub fn states_seen(&self) -> u64 {
        match self.states_stored {
            0 => self.states_generated,
            stored => stored,
        }
    }

    /// Saves the counters of a search by one thread that keeps states.
    pub(crate) fn save(&self, out: &mut Writer<'_>) {
        let counters = [
            self.states_generated,
            self.states_stored,
            self.states_expanded,
            self.transitions,
            self.revisited,
            self.depth,
            self.frontier,
            self.seconds.to_bits(),
            self.store_bytes as u64,
            self.graph_bytes as u64,
        ];
        counters.iter().for_each(|&counter| out.u64(counter));
    }

    pub(crate) fn load(input: &mut Reader<'_>) -> Result<Stats, Damage> {
        Ok(Stats {
            states_generated: input.u64()?,
            states_stored: input.u64()?,
            states_expanded: input.u64()?,
            transitions: input.u64()?,
            revisited: input.u64()?,
            depth: input.u64()?,
            frontier: input.u64()?,
            seconds: f64::from_bits(input.u64()?),
            store_bytes: input.length()?,
            graph_bytes: input.length()?,
            ..Stats::default()
        })
    }

    pub fn bytes_per_state(&self) -> f64 {
        self.store_bytes as f64 / self.states_stored.max(1) as f64
    }
}
