//! Random small concurrent programs have the same verdict and the same final states whether
//! threads may switch before every instruction or only where others can see it, and whether
//! they are searched in depth or in breadth.
//!
//! `TRAILHOUND_SEED` is the first seed (otherwise a fixed one), `TRAILHOUND_PROGRAMS` the number
//! of programs, and `TRAILHOUND_KEEP` a directory for those that disagree.

mod compilers;
mod generator;

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const FIRST_SEED: u64 = 1;
const PROGRAMS: u64 = 200;
/// What is larger, instruction by instruction, is left out.
const MAX_STATES: &str = "300000";

#[test]
fn switching_only_where_it_can_be_seen_loses_nothing() {
    if compilers::clang().is_none() {
        println!("no clang: the reductions were not tested");
        return;
    }
    let number = |name: &str, default: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let first = number("TRAILHOUND_SEED", FIRST_SEED);
    let count = number("TRAILHOUND_PROGRAMS", PROGRAMS);
    let next = AtomicU64::new(first);
    let tally = Mutex::new(Tally::default());
    let directory = tempfile::tempdir().expect("a directory for the programs");
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |cores| cores.get()) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    let comparison = compare(seed, directory.path());
                    tally
                        .lock()
                        .expect("nobody panics with it")
                        .add(seed, comparison);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("nobody panics with it");
    println!("seeds {first} to {}: {tally}", first + count - 1);
    assert!(
        tally.disagreements.is_empty(),
        "{}",
        tally.disagreements.join("\n")
    );
    assert!(
        tally.skipped * 3 <= count,
        "too many programs are too large to be compared"
    );
}

#[derive(Default)]
struct Tally {
    ok: u64,
    errors: u64,
    skipped: u64,
    final_states: usize,
    disagreements: Vec<String>,
}

impl Tally {
    fn add(&mut self, seed: u64, comparison: Comparison) {
        match comparison {
            Comparison::Ok { final_states } => {
                self.ok += 1;
                self.final_states += final_states;
            }
            Comparison::Error => self.errors += 1,
            Comparison::Skipped => self.skipped += 1,
            Comparison::Disagreement(what) => {
                eprintln!("seed {seed}: {what}");
                self.disagreements.push(format!("seed {seed}: {what}"));
            }
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally {
            ok,
            errors,
            skipped,
            final_states,
            disagreements,
        } = self;
        write!(
            f,
            "{} programs compared: {ok} without errors ({final_states} final states), {errors} with errors, \
             {} disagree; {skipped} skipped because of their size",
            ok + errors,
            disagreements.len(),
        )
    }
}

enum Comparison {
    Ok { final_states: usize },
    Error,
    Skipped,
    Disagreement(String),
}

fn compare(seed: u64, directory: &Path) -> Comparison {
    let file = directory.join(format!("program{seed}.c"));
    let text = generator::program(seed);
    std::fs::write(&file, &text).expect("the program can be written");
    let coarse = Check::of(&file, "shared", "dfs");
    let broad = Check::of(&file, "shared", "bfs");
    let fine = Check::of(&file, "instruction", "dfs");
    let comparison = judge(&coarse, &broad, &fine);
    if let (Comparison::Disagreement(_), Ok(keep)) = (&comparison, std::env::var("TRAILHOUND_KEEP"))
    {
        std::fs::write(PathBuf::from(keep).join(format!("program{seed}.c")), text)
            .expect("the program can be kept");
    }
    let _ = std::fs::remove_file(file);
    comparison
}

fn judge(coarse: &Check, broad: &Check, fine: &Check) -> Comparison {
    for check in [coarse, broad, fine] {
        match check.verdict.as_str() {
            "ok" | "error" => {}
            "undecided" if check.reason.contains("--max-states") => return Comparison::Skipped,
            _ => return Comparison::Disagreement(format!("{}: {}", check.verdict, check.reason)),
        }
    }
    if coarse.verdict != broad.verdict {
        return Comparison::Disagreement(format!(
            "in depth {}, in breadth {}",
            coarse.told(),
            broad.told()
        ));
    }
    if coarse.verdict != fine.verdict {
        return Comparison::Disagreement(format!(
            "shared {}, instruction {}",
            coarse.told(),
            fine.told()
        ));
    }
    if coarse.verdict == "error" {
        return Comparison::Error;
    }
    if coarse.states != broad.states {
        return Comparison::Disagreement(format!(
            "{} states in depth, {} in breadth",
            coarse.states, broad.states
        ));
    }
    for (check, name) in [(broad, "in breadth"), (fine, "by instruction")] {
        if check.final_states != coarse.final_states {
            let missing: Vec<_> = check
                .final_states
                .difference(&coarse.final_states)
                .collect();
            let extra: Vec<_> = coarse
                .final_states
                .difference(&check.final_states)
                .collect();
            let what = format!(
                "final states only {name}: {missing:#?}, only in depth by shared access: {extra:#?}"
            );
            return Comparison::Disagreement(what);
        }
    }
    Comparison::Ok {
        final_states: coarse.final_states.len(),
    }
}

/// What one run of `trailhound check` said.
struct Check {
    verdict: String,
    /// Why it is neither right nor wrong.
    reason: String,
    error: String,
    states: u64,
    final_states: BTreeSet<String>,
}

impl Check {
    fn of(file: &Path, granularity: &str, search: &str) -> Check {
        let finals = file.with_extension(format!("{granularity}.{search}"));
        let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .args([
                "check",
                "--format",
                "json",
                "--races",
                "off",
                "--no-shorten",
                "--max-states",
                MAX_STATES,
            ])
            .args([
                "--granularity",
                granularity,
                "--search",
                search,
                "--final-states",
            ])
            .args([&finals, file])
            .output()
            .expect("trailhound can be started");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|cause| {
            let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
            serde_json::json!({"verdict": "no answer", "reason": format!("{cause}: {complaint}")})
        });
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let lines = std::fs::read_to_string(&finals).unwrap_or_default();
        let _ = std::fs::remove_file(finals);
        Check {
            verdict: text(&answer["verdict"]),
            reason: format!(
                "{} {}",
                text(&answer["reason"]),
                text(&answer["compiler_output"])
            ),
            error: format!(
                "{} line {}: {}",
                text(&answer["error"]["kind"]),
                answer["error"]["line"],
                text(&answer["error"]["message"])
            ),
            states: answer["stats"]["states_stored"].as_u64().unwrap_or(0),
            final_states: lines.lines().map(without_addresses).collect(),
        }
    }

    fn told(&self) -> String {
        if self.verdict == "error" {
            self.error.clone()
        } else {
            self.verdict.clone()
        }
    }
}

/// Only the generated variables that hold numbers, and the exit status.
fn without_addresses(line: &str) -> String {
    let parts: Vec<&str> = line
        .split(' ')
        .filter(|part| part.starts_with('v') || part.starts_with("exit="))
        .collect();
    parts.join(" ")
}
