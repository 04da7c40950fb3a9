//! The searches by name, as a user writes them: `bfs`, `wastar:2`, `trap+wastar:1/best-first`,
//! `propagation`.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchName {
    Bfs,
    Dfs,
    /// Weighted A* with the estimate of the tasks.
    WeightedAstar(u32),
    /// Best-first with the estimate of the tasks.
    BestFirst,
    /// First to a trap tuple, then from there to the end.
    TwoStage(StageOne, StageTwo),
    /// All tuples, node by node, without a path.
    Propagation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageOne {
    Bfs,
    WeightedAstar(u32),
    Trap,
    TrapThenAstar(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageTwo {
    Dfs,
    BestFirst,
}

/// The weights that the paper compares.
pub const WEIGHTS: [u32; 5] = [1, 2, 3, 5, 9];

impl SearchName {
    /// The paper's best: short prefixes, fast.
    pub const USUAL: SearchName =
        SearchName::TwoStage(StageOne::TrapThenAstar(1), StageTwo::BestFirst);

    /// What properties without a trap are searched with.
    pub const WITHOUT_TRAP: SearchName = SearchName::WeightedAstar(2);

    /// Every one- and two-stage algorithm of the paper.
    pub fn all() -> Vec<SearchName> {
        let one = [SearchName::Bfs, SearchName::Dfs].into_iter();
        let one = one.chain(WEIGHTS.map(SearchName::WeightedAstar));
        let one = one.chain([SearchName::BestFirst]);
        let first = [StageOne::Bfs].into_iter();
        let first = first.chain(WEIGHTS.map(StageOne::WeightedAstar));
        let first = first.chain([StageOne::Trap]);
        let first = first.chain(WEIGHTS.map(StageOne::TrapThenAstar));
        let two = first.flat_map(|first| {
            [StageTwo::Dfs, StageTwo::BestFirst].map(|second| SearchName::TwoStage(first, second))
        });
        one.chain(two).collect()
    }
}

/// A name that no search has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no search is called `{0}`; there are bfs, dfs, wastar:WEIGHT, best-first, propagation, and \
     FIRST/SECOND with FIRST one of bfs, wastar:WEIGHT, trap, trap+wastar:WEIGHT and SECOND one \
     of dfs, best-first"
)]
pub struct UnknownSearch(pub String);

impl FromStr for SearchName {
    type Err = UnknownSearch;

    fn from_str(text: &str) -> Result<SearchName, UnknownSearch> {
        let unknown = || UnknownSearch(text.to_owned());
        if let Some((first, second)) = text.split_once('/') {
            let first = match first {
                "bfs" => StageOne::Bfs,
                "trap" => StageOne::Trap,
                other => match other.strip_prefix("trap+") {
                    Some(other) => weight(other).map(StageOne::TrapThenAstar),
                    None => weight(other).map(StageOne::WeightedAstar),
                }
                .ok_or_else(unknown)?,
            };
            let second = match second {
                "dfs" => StageTwo::Dfs,
                "best-first" => StageTwo::BestFirst,
                _ => return Err(unknown()),
            };
            return Ok(SearchName::TwoStage(first, second));
        }
        match text {
            "bfs" => Ok(SearchName::Bfs),
            "dfs" => Ok(SearchName::Dfs),
            "best-first" => Ok(SearchName::BestFirst),
            "propagation" => Ok(SearchName::Propagation),
            "two-stage" => Ok(SearchName::USUAL),
            other => weight(other)
                .map(SearchName::WeightedAstar)
                .ok_or_else(unknown),
        }
    }
}

/// The weight of `wastar:WEIGHT`.
fn weight(text: &str) -> Option<u32> {
    match text.strip_prefix("wastar") {
        Some("") => Some(1),
        Some(weight) => weight.strip_prefix(':')?.parse().ok(),
        None => None,
    }
}

impl fmt::Display for SearchName {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SearchName::Bfs => out.write_str("bfs"),
            SearchName::Dfs => out.write_str("dfs"),
            SearchName::WeightedAstar(weight) => write!(out, "wastar:{weight}"),
            SearchName::BestFirst => out.write_str("best-first"),
            SearchName::TwoStage(first, second) => write!(out, "{first}/{second}"),
            SearchName::Propagation => out.write_str("propagation"),
        }
    }
}

impl fmt::Display for StageOne {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StageOne::Bfs => out.write_str("bfs"),
            StageOne::WeightedAstar(weight) => write!(out, "wastar:{weight}"),
            StageOne::Trap => out.write_str("trap"),
            StageOne::TrapThenAstar(weight) => write!(out, "trap+wastar:{weight}"),
        }
    }
}

impl fmt::Display for StageTwo {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            StageTwo::Dfs => "dfs",
            StageTwo::BestFirst => "best-first",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let all = SearchName::all();
        assert_eq!(all.len(), 8 + 24);
        for search in all.into_iter().chain([SearchName::Propagation]) {
            assert_eq!(search.to_string().parse(), Ok(search));
        }
        assert_eq!(SearchName::USUAL.to_string(), "trap+wastar:1/best-first");
        for wrong in [
            "", "bfs/", "dfs/dfs", "trap", "wastar:", "wastarx", "trap/bfs",
        ] {
            assert!(wrong.parse::<SearchName>().is_err(), "{wrong}");
        }
    }
}
