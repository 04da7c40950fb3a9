//! How much a search has seen.

use trailhound_checker::Stats;

/// States that a search has stored. Random walks store nothing: what they have met counts.
pub fn states_seen(stats: &Stats) -> u64 {
    match stats.states_stored {
        0 => stats.states_generated,
        stored => stored,
    }
}
