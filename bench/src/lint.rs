//! What `trailhound lint` says about the test programs, which were not written for it: how many
//! of those with a known error it warns of and proves, and what it says about those without.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::Bench;

/// What each program may take: it is the whole of them that counts.
const LIMITS: [&str; 6] = [
    "--max-time",
    "2s",
    "--max-states",
    "30000",
    "--max-memory",
    "1G",
];

const LANGUAGES: [(&str, &str); 3] = [("c", "C"), ("cpp", "C++"), ("rust", "Rust")];

/// A row: programs of one language and verdict.
#[derive(Default)]
struct Row {
    programs: usize,
    warned: usize,
    /// Programs with a warning that an error proves, and that only an interleaving shows.
    proved: usize,
    interleaved: usize,
    /// Warnings that are open, and that cannot happen.
    open: usize,
    refuted: usize,
    slowest: f64,
}

pub fn page(bench: &Bench) -> Result<String, String> {
    let mut table = String::new();
    for (folder, language) in LANGUAGES {
        for (verdict, wanted) in [
            ("deadlock", "deadlock"),
            ("data race", "data-race"),
            ("ok", "ok"),
        ] {
            let row = row(bench, folder, wanted)?;
            table += &format!(
                "| {language} | {verdict} | {} | {} | {} | {} | {} | {} | {:.2} s |\n",
                row.programs,
                row.warned,
                row.proved,
                row.interleaved,
                row.open,
                row.refuted,
                row.slowest
            );
        }
    }
    Ok(format!("{HEAD}{table}{FOOT}"))
}

const HEAD: &str = "\
# Lint

What `trailhound lint` says about the programs in `tests/programs`, most of which were not written
for it. Written by `cargo run --release -p trailhound-bench -- lint`; each search for a schedule
may take two seconds and store 30,000 states.

| language | verdict of `check` (`ok`: those with locks) | programs | warned | proved by an error | shown by an interleaving | open warnings | warnings that cannot happen | slowest analysis |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
";

const FOOT: &str = "
*Proved*: a schedule leads to a deadlock, a data race or a failure at the places of a warning.
*Interleaving*: another thread writes between check and act, and nothing was found to come of it.
Deadlocks without a circle of locks (lost wake-ups, forgotten unlocks, semaphores, joins) are
nothing that lint looks for, nor are races inside calls of the C library.
";

fn row(bench: &Bench, folder: &str, wanted: &str) -> Result<Row, String> {
    let mut files = Vec::new();
    collect(&bench.root.join("tests/programs").join(folder), &mut files);
    files.sort();
    let mut row = Row::default();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|cause| cause.to_string())?;
        if verdict(&text) != Some(wanted) || wanted == "ok" && !has_locks(&text) {
            continue;
        }
        let output = Command::new(&bench.trailhound)
            .current_dir(&bench.root)
            .args(["lint", "--format", "json"])
            .args(LIMITS)
            .arg(&file)
            .output()
            .map_err(|cause| cause.to_string())?;
        let Ok(answer) = serde_json::from_slice::<Value>(&output.stdout) else {
            continue;
        };
        let Some(warnings) = answer["warnings"].as_array() else {
            continue;
        };
        row.add(warnings, answer["analysis_seconds"].as_f64().unwrap_or(0.0));
    }
    Ok(row)
}

impl Row {
    fn add(&mut self, warnings: &[Value], seconds: f64) {
        let with = |status: &str| warnings.iter().filter(|w| w["status"] == status).count();
        let confirmed = warnings.iter().filter(|w| w["confirmed"] == true);
        let proved = confirmed.clone().any(|w| w["error"] != "interleaving");
        self.programs += 1;
        self.warned += usize::from(!warnings.is_empty());
        self.proved += usize::from(proved);
        self.interleaved += usize::from(!proved && confirmed.count() > 0);
        self.open += with("open");
        self.refuted += with("cannot-happen");
        self.slowest = self.slowest.max(seconds);
    }
}

/// The kind of error that a program is known to have; `ok` if it has none.
pub fn verdict(text: &str) -> Option<&str> {
    let header = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.strip_prefix("//@ "));
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    };
    match header("verdict")? {
        "ok" => Some("ok"),
        "error" => header("kind"),
        _ => None,
    }
}

/// Of programs without an error those with locks are of interest.
fn has_locks(text: &str) -> bool {
    [
        "mutex_lock",
        "rdlock",
        "lock_guard",
        "unique_lock",
        "scoped_lock",
        ".lock()",
        ".write()",
    ]
    .iter()
    .any(|lock| text.contains(lock))
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => collect(&path, files),
            Some("c" | "cpp" | "rs") => files.push(path),
            _ => {}
        }
    }
}
