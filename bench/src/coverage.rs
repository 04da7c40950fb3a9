//! How `check` stands, with its defaults, on popular crates: each has a driver that uses it in the ordinary way and
//! a twin with a planted bug.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::Bench;
use crate::page::count;
use crate::process::Line;

const PACKAGE: &str = "bench/coverage";

const LIMIT: &str = "--max-time 60s";

/// How many crates of the list are to be right on both sides.
const GOAL: usize = 36;

const HEAD: &str = "\
# Coverage

How `trailhound check` stands on crates that are in wide use. Written by `cargo run --release -p trailhound-bench -- \
coverage`; do not edit. Each crate has two drivers of ours under `bench/coverage/src/bin`: one that uses it as its \
documentation shows, with two or three threads, and a twin with a planted bug (a check followed by an act, locks in \
opposite orders, a lost wake-up, memory that is freed too early). Both are checked with the defaults and `--max-time \
60s`; seconds are those of the search.

The crates were listed before any of them was tried: of the categories `concurrency`, `asynchronous` and \
`data-structures` of the registry those that are known to be downloaded most and that threads share, by our own \
knowledge of the registry and not by a count of that day. Collections that no thread touches but under a lock of the \
user's (`hashbrown`, `smallvec`, `indexmap`) and parts of crates on the list (`rayon-core`, `parking_lot_core`) were \
left out.

A right driver counts as right if the answer is `ok`, a wrong one if the error is the planted one: of its kind, and in \
a line that the driver marks. `ok, sc` is a proof under sequential consistency, where the search with the crate's \
weaker atomics came to its limit.
";

/// What was answered for one driver.
struct Told {
    is_right: bool,
    answer: String,
    reason: String,
    states: f64,
    seconds: f64,
}

/// A crate of the list.
struct Crate {
    name: String,
    version: String,
    categories: String,
}

impl Crate {
    fn driver(&self, side: &str) -> String {
        format!("{}_{side}", self.name.replace('-', "_"))
    }
}

/// The page, or the rows of the crates that are named.
pub fn page(bench: &Bench, names: &[String]) -> Result<String, String> {
    let crates = crates(bench)?;
    bench.tell("compiling the crates");
    bench.answer(&line("tokio_right", "--max-states 1 --no-sampling"))?;
    let mut table = String::from(TABLE);
    let mut open = String::new();
    let (mut both, mut rows) = (0, 0);
    let mut sides = [Standing::default(), Standing::default()];
    for known in &crates {
        if !names.is_empty() && !names.contains(&known.name) {
            continue;
        }
        bench.tell(&known.name);
        let told = [right(bench, known)?, wrong(bench, known)?];
        rows += 1;
        both += usize::from(told.iter().all(|told| told.is_right));
        table += &format!(
            "| {} | {} | {}",
            known.name, known.version, known.categories
        );
        for ((told, standing), side) in told.iter().zip(&mut sides).zip(["right", "wrong"]) {
            standing.add(told);
            table += &format!(
                " | {} | {} | {:.1}",
                told.answer,
                count(told.states),
                told.seconds
            );
            if !told.is_right {
                open += &format!("- `{}`: {}\n", known.driver(side), told.reason);
            }
        }
        table += " |\n";
    }
    if open.is_empty() {
        open += "None.\n";
    }
    let [rights, wrongs] = sides;
    Ok(format!(
        "{HEAD}\n**{both} of {rows} crates are right on both sides; the goal is {GOAL} of 40.**\n\n{SUMMARY}\
         | right | {rights} |\n| wrong | {wrongs} |\n\n{table}\n## What is not right yet\n\n{open}"
    ))
}

const SUMMARY: &str = "\
| drivers | answered rightly | answered wrongly | refused | undecided |
| --- | ---: | ---: | ---: | ---: |
";

const TABLE: &str = "\
| crate | version | categories | right driver | states | seconds | wrong driver | states | seconds |
| --- | --- | --- | --- | ---: | ---: | --- | ---: | ---: |
";

#[derive(Default)]
struct Standing {
    right: usize,
    wrong: usize,
    refused: usize,
    undecided: usize,
}

impl Standing {
    fn add(&mut self, told: &Told) {
        let place = match told.answer.as_str() {
            _ if told.is_right => &mut self.right,
            "unsupported" => &mut self.refused,
            "undecided" => &mut self.undecided,
            _ => &mut self.wrong,
        };
        *place += 1;
    }
}

impl std::fmt::Display for Standing {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Standing {
            right,
            wrong,
            refused,
            undecided,
        } = self;
        write!(text, "{right} | {wrong} | {refused} | {undecided}")
    }
}

/// The crates that the manifest names, with what the registry says of them.
fn crates(bench: &Bench) -> Result<Vec<Crate>, String> {
    let line =
        format!("cargo metadata --format-version 1 --locked --manifest-path {PACKAGE}/Cargo.toml");
    let text = bench.text(&Line::new(line))?;
    let metadata: Value = serde_json::from_str(&text).map_err(|cause| cause.to_string())?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = list(&metadata["packages"]);
    let own = packages
        .iter()
        .find(|package| package["name"] == "coverage");
    let wanted = list(&own.ok_or("the package of the drivers is not there")?["dependencies"]);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of_dependency = |dependency: &Value| {
        let version = word(&dependency["req"]).trim_start_matches('=').to_owned();
        let is_it = |package: &&Value| {
            package["name"] == dependency["name"] && package["version"] == version.as_str()
        };
        let package = packages.iter().find(is_it)?;
        let categories = list(&package["categories"]);
        let categories: Vec<String> = categories
            .iter()
            .map(word)
            .filter(|name| CATEGORIES.contains(&name.as_str()))
            .collect();
        Some(Crate {
            name: word(&dependency["name"]),
            version,
            categories: categories.join(", "),
        })
    };
    let mut crates = wanted
        .iter()
        .map(|dependency| {
            of_dependency(dependency).ok_or_else(|| format!("no exact version: {dependency}"))
        })
        .collect::<Result<Vec<Crate>, String>>()?;
    crates.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(crates)
}

const CATEGORIES: [&str; 3] = ["concurrency", "asynchronous", "data-structures"];

fn line(driver: &str, limits: &str) -> Line {
    Line::new(format!(
        "trailhound check {limits} {PACKAGE} --bin {driver}"
    ))
}

fn right(bench: &Bench, known: &Crate) -> Result<Told, String> {
    let answer = bench.answer(&line(&known.driver("right"), LIMIT))?;
    let is_right = answer["verdict"] == "ok";
    let is_partial = answer["memory"]["model"] == "sc" && answer["reason"].is_string();
    let told = if is_right && is_partial {
        "ok, sc".into()
    } else {
        verdict(&answer)
    };
    Ok(told_of(&answer, told, is_right))
}

fn wrong(bench: &Bench, known: &Crate) -> Result<Told, String> {
    let driver = known.driver("wrong");
    let file = format!("src/bin/{driver}.rs");
    let text = fs::read_to_string(bench.root.join(PACKAGE).join(&file))
        .map_err(|cause| format!("{file}: {cause}"))?;
    let planted = planted(&text);
    if planted.is_empty() {
        return Err(format!("{file}: no line is marked"));
    }
    let answer = bench.answer(&line(&driver, LIMIT))?;
    let mut lines = BTreeSet::new();
    lines_of(&answer["error"], &file, &mut lines);
    lines_of(&answer["threads"], &file, &mut lines);
    let is_planted = planted
        .iter()
        .any(|(line, kind)| answer["error"]["kind"] == *kind && lines.contains(line));
    Ok(told_of(&answer, verdict(&answer), is_planted))
}

fn told_of(answer: &Value, told: String, is_right: bool) -> Told {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let reason = match answer["verdict"].as_str() {
        Some("error") => {
            let error = &answer["error"];
            let place = format!("{}:{}", word(&error["file"]), error["line"]);
            let message = word(&error["message"]);
            format!("{told} at {place}, {}", message.replace('\n', "; "))
        }
        Some("ok") => "the planted bug is not found".into(),
        _ => word(&answer["reason"]),
    };
    Told {
        is_right,
        answer: told,
        reason,
        states: answer["stats"]["states_stored"].as_f64().unwrap_or(0.0),
        seconds: answer["stats"]["seconds"].as_f64().unwrap_or(0.0),
    }
}

/// The verdict in a word; of an error its kind.
fn verdict(answer: &Value) -> String {
    let told = match answer["verdict"].as_str() {
        Some("error") => answer["error"]["kind"].as_str(),
        other => other,
    };
    told.unwrap_or("no answer").to_owned()
}

/// The lines of a driver that its planted bug may be told of, each with the kind of the error.
fn planted(text: &str) -> Vec<(u64, &str)> {
    (1..)
        .zip(text.lines())
        .filter_map(|(line, text)| Some((line, text.split_once("//~ ")?.1.trim())))
        .collect()
}

/// All lines of this file that part of an answer names.
fn lines_of(value: &Value, file: &str, lines: &mut BTreeSet<u64>) {
    let parts: Vec<&Value> = match value {
        Value::Array(parts) => parts.iter().collect(),
        Value::Object(fields) => {
            let is_here = value["file"]
                .as_str()
                .is_some_and(|name| name.ends_with(file));
            lines.extend(value["line"].as_u64().filter(|_| is_here));
            fields.values().collect()
        }
        _ => return,
    };
    for part in parts {
        lines_of(part, file, lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn marks_say_where_the_bug_may_be_told() {
        let text = "fn main() {\n    lock(); //~ deadlock\n}\n";
        assert_eq!(planted(text), [(2, "deadlock")]);
    }

    #[test]
    fn lines_of_other_files_do_not_count() {
        let place = |file: &str, line: u64| json!({"file": file, "line": line});
        let error = json!({"stack": [place("src/bin/a.rs", 3), place("lib.rs", 4)], "file": "src/bin/a.rs", "line": 5});
        let mut lines = BTreeSet::new();
        lines_of(&error, "src/bin/a.rs", &mut lines);
        assert_eq!(lines, BTreeSet::from([3, 5]));
    }
}
