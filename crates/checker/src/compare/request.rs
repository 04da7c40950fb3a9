//! What is compared on which program.

use std::path::{Path, PathBuf};
use std::time::Duration;

use trailhound_machine::Granularity;
use trailhound_search::Engine;
use trailhound_trail::ProgramRequest;

use crate::search_request::SearchName;

/// What is compared on which program. The defaults are those of `trailhound compare`.
#[derive(Clone, Debug)]
pub struct Compare {
    /// The executable whose `check` makes the runs.
    pub trailhound: PathBuf,
    /// With `{}` for the scale in definitions and arguments; without, it is defined as N.
    pub program: ProgramRequest,
    pub searches: Vec<SearchName>,
    /// For the directed ones among them.
    pub guides: Vec<String>,
    pub granularities: Vec<Granularity>,
    /// What every run ends with: `error`, one of the kinds of errors, or `ok`.
    pub expect: String,
    /// Shorten trails before they are measured.
    pub shorten: bool,
    /// Further options for every check.
    pub options: Vec<String>,
    pub from: u64,
    pub to: u64,
    /// How exactly to find the largest scale that is solved, in per cent of it.
    pub precision: u64,
    /// For one run.
    pub max_time: Duration,
    pub max_memory: usize,
}

impl Compare {
    pub fn of(program: ProgramRequest, trailhound: &Path) -> Compare {
        let guides = ["mb", "int", "pba", "pbb", "rw", "lnb", "pl1", "pl2", "aa"];
        let engines = [Engine::Dfs, Engine::Bfs, Engine::BestFirst, Engine::Astar];
        Compare {
            trailhound: trailhound.to_owned(),
            program,
            searches: engines.map(SearchName::Engine).to_vec(),
            guides: guides.map(str::to_owned).to_vec(),
            granularities: vec![Granularity::Shared],
            expect: "error".to_owned(),
            shorten: false,
            options: Vec::new(),
            from: 2,
            to: 1 << 20,
            precision: 5,
            max_time: Duration::from_secs(60),
            max_memory: 900 << 20,
        }
    }
}
