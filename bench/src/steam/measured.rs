//! What was measured of one program.

use super::compared::Run;
use crate::process::Line;

/// The best of one contender on one program.
pub struct Best<'r> {
    pub solved: Option<&'r Run>,
    /// A run with an unexpected verdict.
    pub wrong: Option<&'r Run>,
}

/// All runs of one program, and how to make them again.
pub struct Measured {
    pub program: &'static str,
    pub runs: Vec<Run>,
    pub commands: Vec<Line>,
    /// The files of the plots, from the folder of the page.
    pub plots: Vec<String>,
}

impl Measured {
    pub fn best(&self, search: &str, guide: &str, compaction: bool) -> Best<'_> {
        let mine = || {
            self.runs.iter().filter(|run| {
                run.search == search
                    && run.guide == guide
                    && run.granularity == granularity(compaction)
            })
        };
        Best {
            solved: mine()
                .filter(|run| run.is_solved())
                .max_by_key(|run| run.scale),
            wrong: mine().find(|run| run.outcome == "wrong"),
        }
    }
}

pub fn granularity(compaction: bool) -> &'static str {
    if compaction { "shared" } else { "line" }
}
