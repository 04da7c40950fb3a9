//! How `check` stands, with its defaults, on programs of the kinds that the public suites of the
//! field have: every program is listed with what is known of it and what was answered.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Bench;
use crate::page::count;
use crate::process::Line;

const LIMITS: &str = "--max-time 30s --max-memory 2G";

/// A folder of `bench/suites` and the suite whose kinds of programs it has.
const SUITES: [(&str, &str); 3] = [
    ("verification", "SV-COMP, concurrency"),
    ("schedules", "SCTBench"),
    ("races", "Goblint's regression tests"),
];

/// One program: what is known of it and what `check` says.
struct Row {
    name: String,
    known: String,
    told: String,
    reason: String,
    states: f64,
    seconds: f64,
}

impl Row {
    fn standing(&self) -> Standing {
        match self.told.as_str() {
            told if told == self.known => Standing::Right,
            "undecided" | "unsupported" => Standing::Open,
            _ => Standing::Wrong,
        }
    }
}

#[derive(PartialEq, Eq)]
enum Standing {
    Right,
    /// Not decided, or refused.
    Open,
    Wrong,
}

pub fn page(bench: &Bench) -> Result<String, String> {
    let mut summary = String::new();
    let mut tables = String::new();
    let mut open = String::new();
    for (folder, suite) in SUITES {
        let rows = rows(bench, folder)?;
        let with =
            |standing: Standing| rows.iter().filter(|row| row.standing() == standing).count();
        summary += &format!(
            "| {suite} | {} | {} | {} | {} |\n",
            rows.len(),
            with(Standing::Right),
            with(Standing::Open),
            with(Standing::Wrong)
        );
        tables += &format!("\n## {suite}: `bench/suites/{folder}`\n\n{TABLE}");
        for row in &rows {
            let mark = match row.standing() {
                Standing::Right => "",
                Standing::Open => "open",
                Standing::Wrong => "**wrong**",
            };
            tables += &format!(
                "| {} | {} | {} | {mark} | {} | {:.2} |\n",
                row.name,
                row.known,
                row.told,
                count(row.states),
                row.seconds
            );
            if row.standing() == Standing::Open {
                open += &format!("- `{folder}/{}`: {}\n", row.name, row.reason);
            }
        }
    }
    if open.is_empty() {
        open += "None.\n";
    }
    Ok(format!(
        "{HEAD}{summary}\n## Not decided, or refused\n\n{open}{tables}"
    ))
}

const HEAD: &str = "\
# Suites

How `trailhound check` stands on programs of the kinds that the public suites of the field have,
written anew for Trailhound. Written by `cargo run --release -p trailhound-bench -- suites`; each
program is checked with the defaults and `--max-time 30s --max-memory 2G`. Seconds are those of
the search. A program counts as right if the verdict, and of an error the kind, is the known one.

| programs like those of | programs | right | open | wrong |
| --- | --- | --- | --- | --- |
";

const TABLE: &str = "\
| program | known | answer | | states | seconds |
| --- | --- | --- | --- | --- | --- |
";

fn rows(bench: &Bench, folder: &str) -> Result<Vec<Row>, String> {
    let directory = Path::new("bench/suites").join(folder);
    let entries = fs::read_dir(bench.root.join(&directory)).map_err(|cause| cause.to_string())?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
        .iter()
        .map(|file| row(bench, &directory, file))
        .collect()
}

fn row(bench: &Bench, directory: &Path, file: &Path) -> Result<Row, String> {
    let text = fs::read_to_string(file).map_err(|cause| cause.to_string())?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let path = directory.join(&*name);
    bench.tell(&path.to_string_lossy());
    let line = Line::new(format!("trailhound check {LIMITS} {}", path.display()));
    let answer = bench.answer(&line)?;
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let told = match answer["verdict"].as_str() {
        Some("error") => word(&answer["error"]["kind"]),
        _ => word(&answer["verdict"]),
    };
    Ok(Row {
        name: name.into_owned(),
        known: crate::lint::verdict(&text)
            .ok_or_else(|| format!("{}: no verdict in its header", path.display()))?
            .to_owned(),
        told,
        reason: word(&answer["reason"]),
        states: answer["stats"]["states_stored"].as_f64().unwrap_or(0.0),
        seconds: answer["stats"]["seconds"].as_f64().unwrap_or(0.0),
    })
}
