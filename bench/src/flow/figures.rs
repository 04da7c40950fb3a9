//! What the figures and the tables of ratios show: each search against breadth-first search on
//! the same subject. It draws nothing itself.

use trailhound_flow::search::{SearchName, StageTwo};

use super::measure::Ran;
use super::measured::Measured;
use super::plot::{Column, Series, cases, means};
use super::statistics::Summary;

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Time,
    Prefix,
}

/// The ratios of a search to `bfs`, one for each subject.
pub fn ratios(subjects: &[Measured], search: SearchName, measure: Measure) -> Vec<f64> {
    let all = subjects.iter();
    all.filter_map(|subject| ratio(subject, search, measure))
        .collect()
}

/// A search that came to a limit counts with the time until then and has no prefix.
pub fn ratio(subject: &Measured, search: SearchName, measure: Measure) -> Option<f64> {
    let bfs = subject.of(SearchName::Bfs).violated()?;
    match (subject.of(search), measure) {
        (Ran::Violated(cost), Measure::Time) => Some(cost.seconds / bfs.seconds),
        (Ran::Violated(cost), Measure::Prefix) => Some(cost.prefix as f64 / bfs.prefix as f64),
        (Ran::Undecided(seconds), Measure::Time) => Some(seconds / bfs.seconds),
        _ => None,
    }
}

/// The one-stage searches that are compared with breadth-first search.
pub fn one_stage() -> Vec<SearchName> {
    let is_one =
        |search: &SearchName| !matches!(search, SearchName::Bfs | SearchName::TwoStage(..));
    SearchName::all().into_iter().filter(is_one).collect()
}

/// The two-stage searches with one algorithm in stage 2.
pub fn two_stage(second: StageTwo) -> Vec<SearchName> {
    let is_two =
        |search: &SearchName| matches!(search, SearchName::TwoStage(_, two) if *two == second);
    SearchName::all().into_iter().filter(is_two).collect()
}

pub struct Figure {
    pub file: &'static str,
    pub title: &'static str,
    pub svg: String,
}

/// Figures 5 to 11.
pub fn all(subjects: &[Measured]) -> Vec<Figure> {
    let columns = |searches: &[SearchName], measure: Measure, stage_one: bool| -> Vec<Column> {
        let column = |&search: &SearchName| {
            let summary = Summary::of(&ratios(subjects, search, measure))?;
            let name = match search {
                SearchName::TwoStage(first, _) if stage_one => first.to_string(),
                other => other.to_string(),
            };
            Some(Column { name, summary })
        };
        searches.iter().filter_map(column).collect()
    };
    let drawn = |file, title, searches: &[SearchName], measure| Figure {
        file,
        title,
        svg: means(title, &columns(searches, measure, true)),
    };
    let compared = |file, title, measure| {
        let (ours, other) = (SearchName::USUAL, SearchName::WeightedAstar(2));
        let solved = |subject: &&Measured| {
            [ours, other]
                .iter()
                .all(|&search| subject.of(search).violated().is_some())
        };
        let both: Vec<&Measured> = subjects.iter().filter(solved).collect();
        let series = |search: SearchName| {
            let ratios = both
                .iter()
                .filter_map(|subject| ratio(subject, search, measure));
            Series {
                name: search.to_string(),
                ratios: ratios.collect(),
            }
        };
        Figure {
            file,
            title,
            svg: cases(title, &series(ours), &series(other)),
        }
    };
    let behind_dfs = two_stage(StageTwo::Dfs);
    let behind_best = two_stage(StageTwo::BestFirst);
    vec![
        drawn(
            "figure-5.svg",
            "Figure 5: time of one-stage searches",
            &one_stage(),
            Measure::Time,
        ),
        drawn(
            "figure-6.svg",
            "Figure 6: prefix of one-stage searches",
            &one_stage(),
            Measure::Prefix,
        ),
        drawn(
            "figure-7.svg",
            "Figure 7: time with dfs in stage 2",
            &behind_dfs,
            Measure::Time,
        ),
        drawn(
            "figure-8.svg",
            "Figure 8: time with best-first in stage 2",
            &behind_best,
            Measure::Time,
        ),
        drawn(
            "figure-9.svg",
            "Figure 9: prefix by stage 1",
            &behind_best,
            Measure::Prefix,
        ),
        compared(
            "figure-10.svg",
            "Figure 10: time, case by case",
            Measure::Time,
        ),
        compared(
            "figure-11.svg",
            "Figure 11: prefix, case by case",
            Measure::Prefix,
        ),
    ]
}
