//! What was promised of the searches and of the graphs, as rows with goals.

use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::time::Duration;

use trailhound_flow::action::Action;
use trailhound_flow::search::SearchName;

use super::figures::{Measure, ratio, ratios};
use super::graph::Loaded;
use super::measure::{Cost, Ran};
use super::measured::Measured;
use super::statistics::Summary;
use super::subjects::Case;
use crate::Bench;
use crate::page::{Goal, Row, count};

pub struct Goals {
    pub rows: Vec<Row>,
}

/// A Rust program that uses locks, threads and collections of `std`.
const RUST_PROGRAM: &str = "bench/programs/flow/warehouse.rs";

pub fn measure(cases: &[Case], subjects: &[Measured]) -> Result<Goals, String> {
    let usual = |measure| Summary::of(&ratios(subjects, SearchName::USUAL, measure));
    let (Some(time), Some(prefix)) = (usual(Measure::Time), usual(Measure::Prefix)) else {
        return Err("there are no subjects".into());
    };
    let mut rows = vec![
        Row {
            what: format!("time of `{}`, of that of bfs", SearchName::USUAL),
            measured: time.mean,
            unit: "",
            goal: Some(Goal::AtMost(0.083)),
            from: format!(
                "{} subjects, from {:.4} to {:.2}; the aim was 0.05",
                subjects.len(),
                time.least,
                time.most
            ),
        },
        Row {
            what: "length of its prefix, of that of bfs".into(),
            measured: prefix.mean,
            unit: "",
            goal: Some(Goal::AtMost(0.81)),
            from: format!("from {:.2} to {:.2}", prefix.least, prefix.most),
        },
    ];
    rows.extend(hard(subjects));
    rows.extend(conclusive(cases));
    rows.extend(speed(cases));
    Ok(Goals { rows })
}

/// Tuples that no search of a hard subject gets along without.
const HARD: u64 = 1_000;

/// The paper left out what any search solved in a moment, not only what breadth-first search did.
fn hard(subjects: &[Measured]) -> Option<Row> {
    let is_hard = |subject: &&Measured| {
        let enough = |run: &Ran| run.violated().is_none_or(|cost| cost.tuples >= HARD);
        subject.runs.iter().all(enough)
    };
    let hard: Vec<f64> = subjects
        .iter()
        .filter(is_hard)
        .filter_map(|subject| ratio(subject, SearchName::USUAL, Measure::Time))
        .collect();
    let summary = Summary::of(&hard)?;
    Some(Row {
        what: format!("the same time where every search visits {HARD} tuples or more"),
        measured: summary.mean,
        unit: "",
        goal: None,
        from: format!(
            "{} subjects, from {:.4} to {:.2}",
            hard.len(),
            summary.least,
            summary.most
        ),
    })
}

/// Where the property holds, State Propagation against the usual search.
fn conclusive(cases: &[Case]) -> Option<Row> {
    let all = cases.iter();
    let ratios: Vec<f64> = all
        .map(|case| case.propagation.seconds / case.usual.seconds)
        .collect();
    let summary = Summary::of(&ratios)?;
    Some(Row {
        what: "time of State Propagation, of that of the usual search, where the property holds"
            .into(),
        measured: summary.mean,
        unit: "",
        goal: Some(Goal::AtMost(0.7)),
        from: format!(
            "{} cases with their minimal constraints, from {:.2} to {:.2}",
            cases.len(),
            summary.least,
            summary.most
        ),
    })
}

/// A case that takes less says nothing about the speed.
const LONG_ENOUGH: f64 = 0.01;

type CostOf = fn(&Case) -> Cost;

/// Distinct tuples in a second, on one core.
fn speed(cases: &[Case]) -> Vec<Row> {
    let searches: [(&str, CostOf); 3] = [
        ("bfs", |case| case.bfs),
        ("the usual search", |case| case.usual),
        ("State Propagation", |case| case.propagation),
    ];
    let rows = searches.into_iter().filter_map(|(name, cost)| {
        let costs = cases.iter().map(cost);
        let rates: Vec<f64> = costs
            .filter(|cost| cost.seconds >= LONG_ENOUGH)
            .map(|cost| cost.tuples as f64 / cost.seconds)
            .collect();
        let summary = Summary::of(&rates)?;
        Some(Row {
            what: format!("distinct tuples in a second by {name}"),
            measured: summary.mean,
            unit: "",
            goal: Some(Goal::AtLeast(1e6)),
            from: format!(
                "{} cases that take at least {LONG_ENOUGH} s, from {} to {}",
                rates.len(),
                count(summary.least),
                count(summary.most)
            ),
        })
    });
    rows.collect()
}

/// The graph of the Rust program is waited for so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the graph of a Rust program takes with all of `std` that it uses.
pub fn rust_graph(bench: &Bench) -> Row {
    let file: PathBuf = bench.root.join(RUST_PROGRAM);
    let (done, answer) = channel();
    // The thread is not joined: it ends with the benchmark.
    std::thread::spawn(move || done.send(measured_graph(&file)));
    let (measured, from) = match answer.recv_timeout(PATIENCE) {
        Ok(Ok(measured)) => measured,
        Ok(Err(cause)) => (f64::INFINITY, cause),
        Err(_) => (
            f64::INFINITY,
            format!("not done after {} s", PATIENCE.as_secs()),
        ),
    };
    Row {
        what: "trace flow graph of a Rust program with `std` in it".into(),
        measured,
        unit: " s",
        goal: Some(Goal::AtMost(5.0)),
        from: format!("`{RUST_PROGRAM}`: {from}"),
    }
}

fn measured_graph(file: &Path) -> Result<(f64, String), String> {
    let program = Loaded::new(file, Vec::new())?;
    let built = program.graph(&|action| {
        matches!(
            action,
            Action::Lock(_) | Action::Unlock(_) | Action::Start | Action::End | Action::Mark(_)
        )
    })?;
    let from = format!(
        "{} functions with a body, {} tasks, {} nodes",
        count(program.functions() as f64),
        built.graph.tasks.len(),
        count(built.graph.nodes.len() as f64)
    );
    Ok((built.seconds, from))
}
