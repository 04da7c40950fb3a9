//! What a test takes that has more states than its memory holds.

use std::fs;
use std::path::Path;

use super::running::{Measured, run};
use crate::Bench;
use crate::page::{Goal, Row, Section};
use crate::process::Line;

const MANIFEST: &str =
    "[package]\nname = \"large\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n";

/// Two threads with more schedules than any search covers.
const TESTS: &str = "\
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

static NUMBERS: [AtomicU32; 4] = [const { AtomicU32::new(0) }; 4];

fn count() {
    for turn in 0..100_000 {
        NUMBERS[turn % 4].fetch_add(1, SeqCst);
    }
}

#[test]
fn counts() {
    let other = std::thread::spawn(count);
    count();
    other.join().unwrap();
}
";

/// The limit that is measured, in MB.
const LIMIT: u32 = 64;

/// So little that only the program and the harness are in memory, in MB.
const LEAST: u32 = 1;

pub fn measure(bench: &Bench) -> Result<Section, String> {
    bench.tell("memory of a test at its limit");
    let package = bench.scratch.path().join("large");
    let written = fs::create_dir_all(package.join("src"))
        .and_then(|()| fs::write(package.join("Cargo.toml"), MANIFEST))
        .and_then(|()| fs::write(package.join("src/lib.rs"), TESTS));
    written.map_err(|cause| cause.to_string())?;
    let line = |limit: u32| {
        Line::new(format!(
            "cargo trailhound test --no-cache --search dfs --max-time 5m --max-memory {limit}M --format json"
        ))
    };
    let least = peak(bench, &line(LEAST), &package)?;
    let most = peak(bench, &line(LIMIT), &package)?;
    Ok(Section {
        title: "Memory of a test",
        about: "A package of one test, in which two threads count to 100,000 each: its search ends at its limit on \
                memory, and the process takes as much more as the limit is higher."
            .into(),
        commands: vec![line(LEAST), line(LIMIT)],
        rows: vec![Row {
            what: format!("memory of a test that ends at its limit of {LIMIT} MB"),
            measured: most - least + f64::from(LEAST),
            unit: " MB",
            goal: Some(Goal::AtMost(f64::from(LIMIT))),
            from: format!(
                "{most:.0} MB of the process at its peak, {least:.0} MB with a limit of {LEAST} MB"
            ),
        }],
    })
}

/// The most memory of a run whose one test ends at its limit, in MB.
fn peak(bench: &Bench, line: &Line, package: &Path) -> Result<f64, String> {
    let measured: Measured = run(bench, line, package, "checked")?;
    let summary = measured.summary();
    match (
        summary["undecided"].as_u64(),
        summary["peak_memory_bytes"].as_f64(),
    ) {
        (Some(1), Some(bytes)) => Ok(bytes / f64::from(1 << 20)),
        _ => Err(format!("the test should be undecided: {summary}")),
    }
}
