//! `cargo trailhound test` on a workspace of three crates with 60 tests: what a first and a second run take,
//! against what Cargo takes to compile the same tests in the same profile.

mod memory;
mod running;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Bench;
use crate::page::{self, Goal, Row, Section};
use crate::process::{Line, least};
use running::{Measured, PROFILE, run};

const WORKSPACE: &str = "bench/workspace";

/// A program with a deadlock.
const EXAMPLE: &str = "philosophers.rs";

/// The memory of the states that each test is allowed.
const MEMORY: &str = "64M";

/// What bounds a run: a test that is not decided in it makes the page fail, not take hours.
const LIMITS: &str = "--max-time 2m --max-total-time 30m";

pub fn page(bench: &Bench) -> Result<String, String> {
    Ok(page::render(
        bench,
        &[measure(bench)?, memory::measure(bench)?],
    ))
}

/// The runs of one round, in this order.
struct Round {
    compiling: Measured,
    first: Measured,
    second: Measured,
    searching: Measured,
    edited: Measured,
    /// A check of one file with an error that is known.
    known: Measured,
}

fn round(bench: &Bench, number: usize, lines: &[Line; 3]) -> Result<Round, String> {
    let [native, checked, single] = lines;
    let workspace = bench.scratch.path().join(format!("workspace-{number}"));
    copy(&bench.root.join(WORKSPACE), &workspace)?;
    let compiling = run(bench, native, &workspace, "native")?;
    let check = |line: &Line| {
        let measured = run(bench, line, &workspace, "checked")?;
        expect_all(&measured)?;
        Ok::<Measured, String>(measured)
    };
    let first = check(checked)?;
    let second = check(checked)?;
    let searching = check(&Line::new(format!("{} --no-cache", checked.0)))?;
    let example = bench.root.join("examples").join(EXAMPLE);
    fs::copy(example, workspace.join(EXAMPLE)).map_err(|cause| cause.to_string())?;
    run(bench, single, &workspace, "checked")?;
    let known = run(bench, single, &workspace, "checked")?;
    expect_known(&known)?;
    let changed = workspace.join("caches/src/latest.rs");
    let text = fs::read_to_string(&changed).map_err(|cause| cause.to_string())?;
    let text = text.replace("latest.0 + 1", "1 + latest.0");
    fs::write(&changed, text).map_err(|cause| cause.to_string())?;
    Ok(Round {
        compiling,
        first,
        second,
        searching,
        edited: check(checked)?,
        known,
    })
}

fn measure(bench: &Bench) -> Result<Section, String> {
    let native = Line::new("cargo test --workspace --no-run --quiet");
    let checked = Line::new(format!(
        "cargo trailhound test --workspace --jobs 1 {LIMITS} --max-memory {MEMORY} --format json"
    ));
    let single = Line::new(format!("trailhound check {EXAMPLE} --format json"));
    let lines = [native, checked, single];
    let mut rounds = Vec::new();
    for number in 0..bench.repeat {
        bench.tell(&format!("round {} of {}", number + 1, bench.repeat));
        rounds.push(round(bench, number, &lines)?);
    }
    let processor =
        |which: fn(&Round) -> &Measured| least(rounds.iter().map(|round| which(round).processor));
    let clock =
        |which: fn(&Round) -> &Measured| least(rounds.iter().map(|round| which(round).clock));
    let compiling = processor(|round| &round.compiling);
    let first = processor(|round| &round.first);
    let second = processor(|round| &round.second);
    let searching = processor(|round| &round.searching) - second;
    let peaks = rounds
        .iter()
        .filter_map(|round| round.first.summary()["peak_memory_bytes"].as_f64());
    Ok(Section {
        title: "Tests of a workspace",
        about: format!(
            "`{WORKSPACE}` has three crates (queues, pools, caches, a channel of tasks) with 60 tests in four test \
             programs. Seconds are those of the processor, the least of {} rounds, with nothing compiled at the \
             beginning of each; one test at a time. `cargo test --no-run` has the same profile: {}. The searches are \
             what a run with `--no-cache` takes beyond a second run, linking included.",
            bench.repeat,
            PROFILE
                .map(|(name, value)| format!("`{name}={value}`"))
                .join(", ")
        ),
        commands: lines.to_vec(),
        rows: vec![
            Row {
                what: "a first run without the searches, against compiling".into(),
                measured: (first - searching) / compiling,
                unit: " times",
                goal: Some(Goal::AtMost(1.5)),
                from: format!(
                    "{first:.1} s less {searching:.1} s for the searches, compiling {compiling:.1} s"
                ),
            },
            Row {
                what: "a second run with nothing changed".into(),
                measured: second,
                unit: " s",
                goal: Some(Goal::Below(3.0)),
                from: format!("{:.1} s by the clock", clock(|round| &round.second)),
            },
            Row {
                what: "a run after an edit of one crate".into(),
                measured: processor(|round| &round.edited),
                unit: " s",
                goal: None,
                from: "its 20 tests are compiled and checked again".into(),
            },
            Row {
                what: "a second check of one file with an error, its trail walked again".into(),
                measured: processor(|round| &round.known),
                unit: " s",
                goal: Some(Goal::AtMost(0.5)),
                from: format!("{:.1} s by the clock", clock(|round| &round.known)),
            },
            Row {
                what: "memory of the process in a first run".into(),
                measured: peaks.fold(0.0, f64::max) / f64::from(1 << 20),
                unit: " MB",
                goal: None,
                from: format!("programs of tests included, {MEMORY} for the states of each test"),
            },
        ],
    })
}

/// All 60 tests must pass, or the numbers mean nothing.
fn expect_all(measured: &Measured) -> Result<(), String> {
    let summary = measured.summary();
    match summary["ok"].as_u64() {
        Some(60) => Ok(()),
        _ => Err(format!("60 tests should pass: {summary}")),
    }
}

fn expect_known(measured: &Measured) -> Result<(), String> {
    let answer = measured.summary();
    match (answer["verdict"].as_str(), answer["cached"].as_bool()) {
        (Some("error"), Some(true)) => Ok(()),
        _ => Err(format!("{EXAMPLE} should be known: {answer}")),
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let status = Command::new("cp").arg("-r").arg(from).arg(to).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("cannot copy {}", from.display())),
    }
}
