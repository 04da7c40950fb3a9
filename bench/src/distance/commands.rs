//! What the commands of these tables have in common.

pub const FOLDER: &str = "bench/programs/distance";

/// What is the same for all searches of these tables.
pub const COMMON: &str = "--no-sampling --races off --no-shorten --max-memory 2GB";

/// States that a search of tables II and III may store, as in the paper.
pub const MOST_STATES: u32 = 1_000_000;

/// The command for one search of these tables.
pub fn searching(arguments: &str, how: &str) -> String {
    format!("trailhound check {arguments} {COMMON} --max-states {MOST_STATES} --search {how}")
}
