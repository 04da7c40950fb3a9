//! The experiment of the FLAVERS paper: ten systems, their properties with minimal sets of
//! constraints, subjects made by leaving out one constraint, and every search on each of them.
//! The page is docs/results/flavers.md, with figures beside it.
//!
//! Unlike the rest of this program it calls the product as a library: thousands of searches of
//! milliseconds each would be lost in the time that a command takes to compile its program.

mod figures;
mod from_nothing;
mod goals;
mod graph;
mod measure;
mod measured;
mod minimal;
mod page;
mod plot;
mod results;
mod statistics;
mod subjects;
mod systems;

use std::fs;

use trailhound_flow::search::SearchName;

pub use from_nothing::run as from_nothing;

use crate::{Bench, Size};
use measure::{MOST_TUPLES, Ran, run as run_search};
use measured::{LeftOut, Measured};
use results::Results;
use subjects::Trial;
use systems::{SYSTEMS, is_wanted};

/// Measures everything and writes the page, or measures some properties and prints it.
pub fn run(bench: &Bench, wanted: &[String]) -> Result<(), String> {
    let mut cases = Vec::new();
    let (mut subjects, mut left_out, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for system in &SYSTEMS {
        for property in system.properties {
            if !is_wanted(property, wanted) {
                continue;
            }
            bench.tell(property);
            let (case, trials) = match subjects::prepared(bench, system, property) {
                Ok(prepared) => prepared,
                Err(cause) => {
                    bench.tell(&cause);
                    failed.push(cause);
                    continue;
                }
            };
            for Trial { removed, subject } in trials {
                let number = cases.len();
                let why = match run_search(&subject, SearchName::Bfs, 1, MOST_TUPLES)? {
                    Ran::Violated(cost) if cost.tuples >= subjects::SMALLEST => None,
                    Ran::Violated(cost) => Some(LeftOut::Small(cost.tuples)),
                    Ran::Conclusive(_) => Some(LeftOut::Needless),
                    Ran::Undecided(_) => Some(LeftOut::Large),
                };
                if let Some(why) = why {
                    left_out.push((number, removed, why));
                    continue;
                }
                bench.tell(&format!("{property} without {removed}"));
                let searches = SearchName::all().into_iter();
                let runs =
                    searches.map(|search| run_search(&subject, search, bench.repeat, MOST_TUPLES));
                subjects.push(Measured {
                    case: number,
                    removed,
                    nodes: subject.nodes.len(),
                    runs: runs.collect::<Result<_, _>>()?,
                });
            }
            cases.push(case);
        }
    }
    let mut goals = goals::measure(&cases, &subjects)?;
    if wanted.is_empty() {
        goals.rows.push(goals::rust_graph(bench));
    }
    let results = Results {
        cases,
        subjects,
        left_out,
        failed,
        goals,
    };
    let text = page::render(bench, &results);
    print!("{text}");
    if bench.size == Size::Quick || !wanted.is_empty() {
        return Ok(());
    }
    let folder = bench.root.join("docs/results");
    let place = folder.join("flavers");
    let written = fs::create_dir_all(&place).and_then(|()| {
        for figure in figures::all(&results.subjects) {
            fs::write(place.join(figure.file), figure.svg)?;
        }
        fs::write(folder.join("flavers.md"), text)
    });
    written.map_err(|cause| format!("{}: {cause}", folder.display()))
}

/// Looks for a minimal set of constraints for every property, or for those that are named,
/// and prints them as property files have them.
///
/// Words like `N=4` are the size to look at.
pub fn print_minimal(bench: &Bench, words: &[String]) -> Result<(), String> {
    let (size, wanted): (Vec<String>, Vec<String>) =
        words.iter().cloned().partition(|word| word.contains('='));
    for system in &SYSTEMS {
        for property in system.properties {
            if is_wanted(property, &wanted) {
                subjects::print_minimal(bench, system, property, &size)?;
            }
        }
    }
    Ok(())
}
