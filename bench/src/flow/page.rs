//! The page: the paper's table and figures beside ours. It measures nothing.

use std::fmt::Write;

use trailhound_flow::search::{SearchName, StageOne, StageTwo};

use super::figures::{self, Measure, one_stage, ratios, two_stage};
use super::measure::{MOST_TUPLES, Ran};
use super::measured::{LeftOut, Measured};
use super::results::Results;
use super::statistics::Summary;
use super::subjects::SMALLEST;
use super::systems::{FOLDER, SYSTEMS};
use crate::Bench;
use crate::page::{count, environment, write_rows};

pub fn render(bench: &Bench, results: &Results) -> String {
    let mut text = String::from("# The experiment of the FLAVERS paper\n\n");
    let _ = write!(
        text,
        "{}\n\n{}\n\n{}",
        ABOUT.trim(),
        threshold(results).trim(),
        environment(bench)
    );
    text.push_str("\n## What was promised\n\n");
    write_rows(&mut text, &results.goals.rows);
    text.push_str("\n## Table 1: the systems\n\n");
    systems(&mut text, results);
    text.push_str("\n## The searches\n\n");
    text.push_str(SEARCHES.trim());
    text.push_str("\n\n");
    searches(&mut text, &results.subjects);
    text.push_str("\n## Figures 5 to 11\n");
    for figure in figures::all(&results.subjects) {
        let _ = write!(text, "\n![{}](flavers/{})\n", figure.title, figure.file);
    }
    text.push_str("\n## The cases\n\n");
    text.push_str(CASES.trim());
    text.push_str("\n\n");
    cases(&mut text, results);
    text.push_str("\n## The subjects\n\n");
    text.push_str(SUBJECTS.trim());
    text.push_str("\n\n");
    subjects(&mut text, results);
    if !results.failed.is_empty() {
        text.push_str("\nProperties that could not be measured:\n\n");
        for cause in &results.failed {
            let _ = writeln!(text, "- {cause}");
        }
    }
    text.push_str("\nConstraints that give no subject:\n\n");
    for (case, removed, why) in &results.left_out {
        let why = match why {
            LeftOut::Small(tuples) => format!("bfs visits {} tuples", count(*tuples as f64)),
            LeftOut::Large => "too large for bfs".to_owned(),
            LeftOut::Needless => "**needless**".to_owned(),
        };
        let property = results.cases[*case].property;
        let _ = writeln!(text, "- `{property}` without {removed}: {why}");
    }
    text
}

const ABOUT: &str = "
Written by `cargo run --release -p trailhound-bench -- flavers`; do not edit. It repeats the experiment
of J. Tan, G. S. Avrunin, L. A. Clarke, S. Zilberstein and S. Leue, \"Heuristic-Guided Counterexample
Search in FLAVERS\" (FSE 2004) with programs of our own, in C, written after the names in the paper's
Table 1: its Ada programs, properties and constraints are not in the paper. What is asked of them is in the
`.prop` files beside the programs. A rendezvous, which is one node in the paper, is made of mutexes,
condition variables and variables here, so our graphs have more nodes for the same program.

For each property there is a set of constraints for which the answer is conclusive (no complete path
violates the property): every subject leaves out one constraint of it, and on every subject the property
is violated. The sets are meant to be minimal; where breadth-first search does not end within its limit
that is not confirmed, and the constraint gives no subject. `trailhound-bench -- flavers-minimal` looks
for such sets. Times are processor times of the search alone on one core, the best of `--repeat` runs
where a run is short; the paper's include the start of Java and reading the program. A prefix counts tuples from the initial one to
the first in the trap state.
";

fn threshold(results: &Results) -> String {
    let count_of = |wanted: fn(&LeftOut) -> bool| {
        let all = results.left_out.iter();
        all.filter(|(_, _, why)| wanted(why)).count()
    };
    format!(
        "The paper discarded subjects that any search solved in less than 2 seconds, Java's start included, on a \
         computer of 2003. Here subjects are discarded on which breadth-first search visits fewer than {} \
         tuples: {} of {}; on {} more it does not end within {} tuples, and {} constraints proved needless.",
        count(SMALLEST as f64),
        count_of(|why| matches!(why, LeftOut::Small(_))),
        results.left_out.len() + results.subjects.len(),
        count_of(|why| matches!(why, LeftOut::Large)),
        count(MOST_TUPLES as f64),
        count_of(|why| matches!(why, LeftOut::Needless)),
    )
}

const SEARCHES: &str = "
Ratios to `bfs` on the same subject: geometric mean, geometric deviation (a factor) and range. The paper
gives numbers for some of the searches in its text and shows the rest in figures without numbers. A
search that came to its limit of tuples counts with the time until then and has no prefix.
";

const CASES: &str = "
With all constraints of the minimal set: the property holds, and every search visits all tuples. Nodes are
those of the whole graph, for all constraints that could be asked for.
";

const SUBJECTS: &str = "
Rows in which the usual two-stage search is slower than `bfs`, or its prefix longer, are marked.
";

fn systems(text: &mut String, results: &Results) {
    text.push_str(
        "| system | program | lines, paper | here | tasks | here | properties | here | subjects | here |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let (mut there, mut here) = (0, 0);
    for system in &SYSTEMS {
        let of_system = |case: usize| results.cases[case].system.program == system.program;
        let subjects = results.subjects.iter();
        let subjects = subjects.filter(|subject| of_system(subject.case)).count();
        let mut cases = results.cases.iter();
        let Some(case) = cases.find(|case| case.system.program == system.program) else {
            continue;
        };
        let size = system.size.iter().map(|define| format!(", {define}"));
        let size: String = size.collect();
        let paper = system.paper;
        let _ = writeln!(
            text,
            "| {} | `{}.c`{size} | {} | {} | {} | {} | {} | {} | {} | {subjects} |",
            system.title,
            system.program,
            count(f64::from(paper.lines)),
            case.lines,
            paper.tasks,
            case.tasks,
            paper.properties,
            system.properties.len(),
            paper.subjects,
        );
        there += paper.subjects;
        here += subjects;
    }
    let _ = writeln!(
        text,
        "| **all** | `{FOLDER}` | | | | | 20 | {} | **{there}** | **{here}** |",
        results.cases.len()
    );
}

/// What the paper's text says of a search: time and prefix.
fn of_paper(search: SearchName) -> (Option<f64>, Option<f64>) {
    match search {
        SearchName::Bfs => (Some(1.0), Some(1.0)),
        SearchName::Dfs => (Some(0.139), Some(22.79)),
        SearchName::USUAL => (Some(0.083), Some(0.809)),
        SearchName::TwoStage(StageOne::Bfs, _) => (None, Some(0.760)),
        SearchName::TwoStage(StageOne::TrapThenAstar(1), _) => (None, Some(0.809)),
        _ => (None, None),
    }
}

fn searches(text: &mut String, subjects: &[Measured]) {
    text.push_str(
        "| search | time, paper | here | deviation | range | prefix, paper | here | deviation | range | solved |\n\
         | --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- | ---: |\n",
    );
    let all = [SearchName::Bfs].into_iter().chain(one_stage());
    let all = all.chain(two_stage(StageTwo::Dfs));
    for search in all.chain(two_stage(StageTwo::BestFirst)) {
        let (time, prefix) = of_paper(search);
        let shown = |number: Option<f64>| number.map_or(String::new(), |n| format!("{n:.3}"));
        let solved = subjects.iter();
        let solved = solved.filter(|subject| subject.of(search).violated().is_some());
        let bold = if search == SearchName::USUAL {
            "**"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "| {bold}`{search}`{bold} | {} | {} | {} | {} | {} of {} |",
            shown(time),
            summary(&ratios(subjects, search, Measure::Time)),
            shown(prefix),
            summary(&ratios(subjects, search, Measure::Prefix)),
            solved.count(),
            subjects.len()
        );
    }
}

fn summary(ratios: &[f64]) -> String {
    Summary::of(ratios).map_or_else(
        || " | | ".to_owned(),
        |summary| {
            format!(
                "{:.3} | {:.2} | {:.3} to {:.2}",
                summary.mean, summary.deviation, summary.least, summary.most
            )
        },
    )
}

fn cases(text: &mut String, results: &Results) {
    text.push_str(
        "| property | | nodes | built in s | tuples | bfs s | usual s | propagation s | minimal constraints |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n",
    );
    for case in &results.cases {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {:.3} | {} | {:.4} | {:.4} | {:.4} | {} |",
            case.property,
            case.about,
            case.nodes,
            case.build_seconds,
            count(case.bfs.tuples as f64),
            case.bfs.seconds,
            case.usual.seconds,
            case.propagation.seconds,
            case.constraints.join(", ")
        );
    }
}

fn subjects(text: &mut String, results: &Results) {
    text.push_str(
        "| property | without | nodes | bfs tuples | s | prefix | dfs s | prefix | wastar:2 s | prefix | usual tuples | s | prefix | |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n",
    );
    for subject in &results.subjects {
        let timed = |search: SearchName| match subject.of(search) {
            Ran::Violated(cost) => format!("{:.4} | {}", cost.seconds, cost.prefix),
            Ran::Conclusive(_) => "**conclusive** | ".to_owned(),
            Ran::Undecided(seconds) => format!("over {seconds:.0} | "),
        };
        let tuples = |search: SearchName| {
            let cost = subject.of(search).violated();
            cost.map_or(String::new(), |cost| count(cost.tuples as f64))
        };
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            results.cases[subject.case].property,
            subject.removed,
            subject.nodes,
            tuples(SearchName::Bfs),
            timed(SearchName::Bfs),
            timed(SearchName::Dfs),
            timed(SearchName::WeightedAstar(2)),
            tuples(SearchName::USUAL),
            timed(SearchName::USUAL),
            losing(subject)
        );
    }
}

/// In what the usual search loses against breadth-first search.
fn losing(subject: &Measured) -> &'static str {
    let costs = (
        subject.of(SearchName::Bfs).violated(),
        subject.of(SearchName::USUAL).violated(),
    );
    let (Some(bfs), Some(usual)) = costs else {
        return "**not solved**";
    };
    match (usual.seconds > bfs.seconds, usual.prefix > bfs.prefix) {
        (true, true) => "**slower, longer**",
        (true, false) => "**slower**",
        (false, true) => "**longer**",
        (false, false) => "",
    }
}
