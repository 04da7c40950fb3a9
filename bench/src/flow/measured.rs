//! What the searches say of a subject.

use trailhound_flow::search::SearchName;

use super::measure::Ran;

/// A subject with what every search says of it, in the order of `SearchName::all`.
pub struct Measured {
    /// The case that it comes from.
    pub case: usize,
    pub removed: String,
    /// Nodes of the part of the graph that is searched.
    pub nodes: usize,
    pub runs: Vec<Ran>,
}

impl Measured {
    pub fn of(&self, search: SearchName) -> Ran {
        let place = SearchName::all().iter().position(|&name| name == search);
        self.runs[place.expect("all searches were run")]
    }
}

/// Why a constraint gives no subject.
#[derive(Clone, Copy)]
pub enum LeftOut {
    /// Breadth-first search visits so few tuples.
    Small(u64),
    /// Breadth-first search comes to a limit.
    Large,
    /// Without it the answer is still conclusive: the set is not minimal.
    Needless,
}
