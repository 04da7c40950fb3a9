//! Random programs of a mini-language, whose verdict and final values an interpreter knows that
//! shares no code with Trailhound, are checked as C programs.
//!
//! `TRAILHOUND_SEED` is the first seed (otherwise a fixed one), `TRAILHOUND_PROGRAMS` the number
//! of programs, and `TRAILHOUND_KEEP` a directory for those that disagree.

mod c_text;
mod code;
mod exploration;
mod interpreter;
mod language;
mod random;

use c_text::CProgram;
use exploration::Truth;
use interpreter::Error;
use language::{ATOMIC, Number, PLAIN};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const FIRST_SEED: u64 = 1;
const PROGRAMS: u64 = 50;
/// Larger programs are passed over by the interpreter.
const MOST_STATES: usize = 200_000;

#[test]
fn verdicts_and_final_values_are_those_of_the_interpreter() {
    let number = |name: &str, default: u64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let seed = AtomicU64::new(number("TRAILHOUND_SEED", FIRST_SEED));
    let wanted = number("TRAILHOUND_PROGRAMS", PROGRAMS);
    let judged = AtomicU64::new(0);
    let tally: Mutex<BTreeMap<String, u64>> = Mutex::default();
    let disagreements: Mutex<Vec<String>> = Mutex::default();
    let directory = tempfile::tempdir().expect("a directory for the programs");
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |cores| cores.get()) {
            scope.spawn(|| {
                while judged.load(Ordering::Relaxed) < wanted {
                    let seed = seed.fetch_add(1, Ordering::Relaxed);
                    let program = random::program(seed);
                    let Some(truth) = exploration::explore(&program, MOST_STATES) else {
                        continue;
                    };
                    judged.fetch_add(1, Ordering::Relaxed);
                    let c = c_text::of(&program);
                    let file = directory.path().join(format!("{seed}.c"));
                    std::fs::write(&file, &c.text).expect("the program can be written");
                    let name = match truth.errors.first() {
                        Some(error) => kind(*error),
                        None if truth.race => "data-race",
                        None => "ok",
                    };
                    *tally.lock().unwrap().entry(name.to_owned()).or_default() += 1;
                    if let Err(complaint) = compare(&truth, &c, &file) {
                        if let Ok(kept) = std::env::var("TRAILHOUND_KEEP") {
                            let kept = Path::new(&kept).join(format!("{seed}.c"));
                            std::fs::write(kept, &c.text).expect("the program can be kept");
                        }
                        let complaint = format!("seed {seed}: {complaint}");
                        disagreements.lock().unwrap().push(complaint);
                    }
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    println!("{} programs: {tally:?}", judged.into_inner());
    assert!(
        tally.len() >= 4,
        "the programs are too much alike: {tally:?}"
    );
    let disagreements = disagreements.into_inner().unwrap();
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}

fn compare(truth: &Truth, c: &CProgram, file: &Path) -> Result<(), String> {
    let without_races = check(file, &["--races", "off"])?;
    agree(truth, c, &without_races, "ok")?;
    if truth.errors.is_empty() && without_races.ends != truth.ends {
        let told: Vec<_> = without_races.ends.difference(&truth.ends).collect();
        let missed: Vec<_> = truth.ends.difference(&without_races.ends).collect();
        return Err(format!(
            "final values that are impossible: {told:?}, that are missed: {missed:?}"
        ));
    }
    let harmless = if truth.race { "data-race" } else { "ok" };
    agree(truth, c, &check(file, &[])?, harmless)
}

/// The answer must name one of the errors that there are, or be `harmless` if there are none.
fn agree(truth: &Truth, c: &CProgram, answer: &Answer, harmless: &str) -> Result<(), String> {
    let possible = if truth.errors.is_empty() {
        answer.told == harmless
    } else {
        truth.errors.iter().any(|&error| {
            let line = match error {
                Error::Assertion(number) => c.assertions.get(&number).copied(),
                _ => answer.line,
            };
            answer.told == kind(error) && answer.line == line
        })
    };
    if possible {
        return Ok(());
    }
    let expected: BTreeSet<&str> = truth.errors.iter().map(|&error| kind(error)).collect();
    let Answer { told, line, .. } = answer;
    Err(format!(
        "told {told} (line {line:?}) where the interpreter knows {expected:?}, else {harmless}"
    ))
}

fn kind(error: Error) -> &'static str {
    match error {
        Error::Assertion(_) => "assertion",
        Error::Deadlock => "deadlock",
        Error::Livelock => "livelock",
        Error::LockMisuse => "lock-misuse",
        Error::NullDereference => "null-dereference",
        Error::UseAfterFree => "use-after-free",
        Error::DoubleFree => "double-free",
    }
}

struct Answer {
    /// `ok` or the kind of error.
    told: String,
    line: Option<u64>,
    ends: BTreeSet<Vec<Number>>,
}

fn check(file: &Path, options: &[&str]) -> Result<Answer, String> {
    let finals = file.with_extension("finals");
    let directory = file.parent().expect("the file is in a directory");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .env("TRAILHOUND_CACHE", directory.join("cache"))
        .args(["check", "--format", "json", "--no-shorten"])
        .args(options)
        .arg("--final-states")
        .args([&finals, file])
        .output()
        .expect("trailhound can be started");
    let answer: Value = serde_json::from_slice(&output.stdout).map_err(|cause| {
        let complaint = String::from_utf8_lossy(&output.stderr);
        format!("no answer: {cause}: {complaint}")
    })?;
    let told = match answer["verdict"].as_str() {
        Some("ok") => "ok".to_owned(),
        Some("error") => answer["error"]["kind"]
            .as_str()
            .unwrap_or_default()
            .to_owned(),
        _ => {
            return Err(format!(
                "{options:?}: {} {}",
                answer["verdict"], answer["reason"]
            ));
        }
    };
    let lines = std::fs::read_to_string(&finals).unwrap_or_default();
    Ok(Answer {
        told,
        line: answer["error"]["line"].as_u64(),
        ends: lines.lines().map(final_values).collect(),
    })
}

/// The values of the plain variables, then of the atomic ones, of a line like
/// `exit=0 v0=01000000 va0=00000000`.
fn final_values(line: &str) -> Vec<Number> {
    let plain = (0..PLAIN).map(|number| format!("v{number}="));
    let atomic = (0..ATOMIC).map(|number| format!("va{number}="));
    plain
        .chain(atomic)
        .map(|name| {
            // A variable that the program does not mention is not in its memory.
            let bytes = line.split(' ').find_map(|part| part.strip_prefix(&*name));
            let lowest = bytes.and_then(|bytes| bytes.get(..2)).unwrap_or("00");
            Number::from_str_radix(lowest, 16).expect("a byte")
        })
        .collect()
}
