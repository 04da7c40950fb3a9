//! How to search: engine, guide and limits, with the defaults of the command line.

use std::str::FromStr;

use trailhound_guide::AnyGuide;
use trailhound_search::{Engine, UnknownEngine};

/// An engine, or the choice of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchName {
    #[default]
    Auto,
    Engine(Engine),
}

impl FromStr for SearchName {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<SearchName, UnknownEngine> {
        match name {
            "auto" => Ok(SearchName::Auto),
            name => name.parse().map(SearchName::Engine),
        }
    }
}

/// What a search keeps of the states that it has visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StoreName {
    /// All of them, compressed.
    #[default]
    Exact,
    /// Hashes of 64 bits.
    Compact,
    /// Three bits each, in a field of this many bytes.
    Bitstate(u64),
}

#[derive(Clone, Debug)]
pub struct SearchRequest {
    pub search: SearchName,
    /// None: one that fits the program.
    pub guide: Option<AnyGuide>,
    /// Only schedules with at most so many preemptions.
    pub preemptions: Option<u32>,
    pub store: StoreName,
    /// Threads of a search that visits every state.
    pub jobs: u16,
    pub max_states: Option<u64>,
    pub max_depth: Option<u32>,
    /// Decides random walks and, unless it is 0, between states that a guide ranks alike.
    pub seed: u64,
    /// Search with so many seeds, from `seed` on.
    pub trials: Option<u64>,
    /// Look for a shorter trail to an error that was found.
    pub shorten: bool,
    /// Look at random executions when the search has come to a limit.
    pub sample: bool,
    /// Measure what a guide by distance takes.
    pub time_guide: bool,
}

impl Default for SearchRequest {
    fn default() -> SearchRequest {
        SearchRequest {
            search: SearchName::Auto,
            guide: None,
            preemptions: None,
            store: StoreName::Exact,
            jobs: 1,
            max_states: None,
            max_depth: None,
            seed: 0,
            trials: None,
            shorten: true,
            sample: true,
            time_guide: false,
        }
    }
}
