//! What `trailhound flow` decides of the same systems by itself, without constraints in the
//! property file: a table of its own, docs/results/flow-refinement.md. It starts the command, as
//! a user would.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use super::systems::{FOLDER, SYSTEMS, System, is_wanted};
use crate::process::built;
use crate::{Bench, Size};

/// The time that a property may take.
const MOST_TIME: &str = "60s";

struct Row {
    property: &'static str,
    verdict: String,
    /// Those of the file, and those that were found.
    known: usize,
    found: Vec<String>,
    searches: usize,
    seconds: f64,
}

/// Asks about all properties, or those that are wanted, and writes or prints the page.
pub fn run(bench: &Bench, wanted: &[String]) -> Result<(), String> {
    let trailhound = built(&bench.root)?;
    let mut rows = Vec::new();
    for system in &SYSTEMS {
        for property in system.properties {
            if is_wanted(property, wanted) {
                bench.tell(property);
                rows.push(asked(bench, &trailhound, system, property)?);
            }
        }
    }
    let text = page(&rows);
    print!("{text}");
    if bench.size == Size::Quick || !wanted.is_empty() {
        return Ok(());
    }
    let file = bench.root.join("docs/results/flow-refinement.md");
    fs::write(&file, text).map_err(|cause| format!("{}: {cause}", file.display()))
}

fn asked(
    bench: &Bench,
    trailhound: &Path,
    system: &System,
    property: &'static str,
) -> Result<Row, String> {
    let told = |cause: String| format!("{property}: {cause}");
    let folder = bench.root.join(FOLDER);
    let text = fs::read_to_string(folder.join(format!("{property}.prop")))
        .map_err(|cause| told(cause.to_string()))?;
    let (rule, constraints) = text
        .split_once("\nconstraints\n")
        .ok_or_else(|| told("the file has no constraints".to_owned()))?;
    let bare = bench.scratch.path().join(format!("{property}.prop"));
    fs::write(&bare, format!("{rule}\n")).map_err(|cause| told(cause.to_string()))?;
    let started = Instant::now();
    let output = Command::new(trailhound)
        .arg("flow")
        .arg(folder.join(format!("{}.c", system.program)))
        .args(system.size.iter().map(|define| format!("-D{define}")))
        .arg("--property")
        .arg(&bare)
        .args(["--no-search", "--format", "json", "--max-memory", "2G"])
        .args(["--max-time", MOST_TIME])
        .output()
        .map_err(|cause| told(cause.to_string()))?;
    let seconds = started.elapsed().as_secs_f64();
    let answer: Value =
        serde_json::from_slice(&output.stdout).map_err(|cause| told(cause.to_string()))?;
    let texts = |value: &Value| -> Vec<String> {
        let all = value.as_array().into_iter().flatten();
        all.filter_map(|text| Some(text.as_str()?.to_owned()))
            .collect()
    };
    let verdict = match answer["verdict"].as_str() {
        Some("holds") => "holds".to_owned(),
        _ => format!("not decided: {}", answer["reason"].as_str().unwrap_or("")),
    };
    Ok(Row {
        property,
        verdict,
        known: constraints.lines().count(),
        found: texts(&answer["constraints"]),
        searches: answer["rounds"].as_array().map_or(0, Vec::len),
        seconds,
    })
}

fn page(rows: &[Row]) -> String {
    let decided = rows.iter().filter(|row| row.verdict == "holds").count();
    let mut out = format!(
        "# What `trailhound flow` decides by itself\n\n\
         The systems and properties of [flavers.md](flavers.md), without the constraints of the property\n\
         files: the tool looks for them itself (`crates/flow/src/refine.rs`). All of the properties hold.\n\
         Of {} properties it decides {decided}, with at most {MOST_TIME} for each. Written by `cargo run\n\
         --release -p trailhound-bench -- flavers-from-nothing`.\n\n\
         \"In the file\" are the constraints that were found to be enough by hand, `task worker` for all\n\
         workers counted once; those found are counted one by one. The time is that of the whole command.\n\n\
         | property | answer | in the file | found | searches | seconds |\n\
         | --- | --- | ---: | ---: | ---: | ---: |\n",
        rows.len()
    );
    for row in rows {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {:.1} |",
            row.property,
            row.verdict,
            row.known,
            row.found.len(),
            row.searches,
            row.seconds
        );
    }
    out.push_str("\n## The constraints found\n\n");
    for row in rows {
        let _ = writeln!(out, "- {}: {}", row.property, row.found.join(", "));
    }
    out
}
