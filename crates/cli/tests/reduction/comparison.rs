//! One program checked in several ways, and what must be the same in all of them. It knows
//! nothing of how programs are made.

use crate::generator::Program;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Where stale values can be read there are more states; programs with more of them are not compared so.
const MOST_WEAK_STATES: &str = "20000";

/// What was found out about one program.
pub enum Outcome {
    Agreement {
        found: Found,
        final_states: usize,
        /// Which other searches ended and agreed with the default one.
        ways: Vec<&'static str>,
    },
    Skipped,
    Disagreement(String),
}

/// The worst that a search has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Nothing,
    /// Nothing worse: so the search went through all states.
    Race,
    Error,
}

#[derive(Default)]
pub struct Tally {
    ok: u64,
    races: u64,
    errors: u64,
    pub skipped: u64,
    final_states: usize,
    ways: std::collections::BTreeMap<&'static str, u64>,
    pub disagreements: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, seed: u64, outcome: Outcome) {
        match outcome {
            Outcome::Agreement {
                found,
                final_states,
                ways,
            } => {
                match found {
                    Found::Nothing => self.ok += 1,
                    Found::Race => self.races += 1,
                    Found::Error => self.errors += 1,
                }
                self.final_states += final_states;
                for way in ways {
                    *self.ways.entry(way).or_default() += 1;
                }
            }
            Outcome::Skipped => self.skipped += 1,
            Outcome::Disagreement(what) => self.disagreements.push(format!("seed {seed}: {what}")),
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally {
            ok,
            races,
            errors,
            skipped,
            final_states,
            ways,
            disagreements,
        } = self;
        write!(
            f,
            "{} programs compared: {ok} without errors and {races} with races only ({final_states} final states), {errors} with other errors, \
             {} disagree; {skipped} not compared because of their size; compared",
            ok + races + errors + disagreements.len() as u64,
            disagreements.len(),
        )?;
        for (way, count) in ways {
            write!(f, ", {way}: {count}")?;
        }
        Ok(())
    }
}

pub fn compare(program: &Program, file: &Path) -> Outcome {
    judge(program, file).unwrap_or_else(Outcome::Disagreement)
}

fn judge(program: &Program, file: &Path) -> Result<Outcome, String> {
    let check_in = |memory: &str, most_states: &str, options: &[&str]| {
        let common = ["--memory", memory, "--max-states", most_states];
        let options = [&common, &program.options[..], options].concat();
        Check::of(file, &options, program.argument.as_deref())
    };
    // By default each search would choose a memory model by what it completes.
    let check = |options: &[&str]| check_in("sc", program.most_states, options);
    let check_weak = |options: &[&str]| check_in("c11", MOST_WEAK_STATES, options);
    let all_orders = check(&["--search", "dfs", "--all-orders"])?;
    let (Some(coarse), Some(all_orders)) = (check(&["--search", "dfs"])?, all_orders) else {
        return Ok(Outcome::Skipped);
    };
    coarse.must_agree(&all_orders, "in all orders")?;
    if coarse.found != Found::Error && coarse.states > all_orders.states {
        return Err(format!(
            "{} states selected of {}",
            coarse.states, all_orders.states
        ));
    }
    let mut ways = vec!["in all orders"];
    if coarse.found != Found::Error && coarse.states < all_orders.states {
        ways.push("in fewer states");
    }
    if std::env::var_os("TRAILHOUND_ORDERS_ONLY").is_some() {
        return Ok(Outcome::Agreement {
            found: coarse.found,
            final_states: coarse.final_states.len(),
            ways,
        });
    }
    let Some(broad) = check(&["--search", "bfs"])? else {
        return Ok(Outcome::Skipped);
    };
    coarse.must_agree(&broad, "in breadth")?;
    if coarse.found != Found::Error && all_orders.states != broad.states {
        return Err(format!(
            "{} states in depth, {} in breadth",
            all_orders.states, broad.states
        ));
    }
    let compared = ways.len();
    if let Some(unreduced) = check(&["--search", "dfs", "--no-reduction"])? {
        coarse.must_agree(&unreduced, "without reduction")?;
        ways.push("without reduction");
    }
    if program.small
        && let Some(fine) = check(&["--search", "dfs", "--granularity", "instruction"])?
    {
        coarse.must_agree(&fine, "by instruction")?;
        ways.push("by instruction");
    }
    if ways.len() == compared {
        return Ok(Outcome::Skipped);
    }
    // Fewer switches: what is left must be among what was there.
    if let Some(lines) = check(&["--search", "dfs", "--granularity", "line"])? {
        lines.must_be_within(&coarse)?;
        ways.push("by line");
    }
    if program.small && program.waits {
        let spurious = check(&["--search", "dfs", "--spurious-wakeups"])?;
        let fine = check(&[
            "--search",
            "dfs",
            "--spurious-wakeups",
            "--granularity",
            "instruction",
        ])?;
        if let (Some(spurious), Some(fine)) = (spurious, fine) {
            spurious.must_agree(&fine, "by instruction with spurious wake-ups")?;
            // They add executions, and hide nothing.
            if coarse.found == Found::Error && spurious.found != Found::Error {
                let told = &coarse.told;
                return Err(format!("by default {told}, with spurious wake-ups ok"));
            }
            ways.push("with spurious wake-ups");
        }
    }
    if program.small
        && let Some(weak) = check_weak(&["--search", "dfs"])?
        && let Some(unreduced) = check_weak(&["--search", "dfs", "--no-reduction"])?
    {
        weak.must_agree(&unreduced, "without reduction under c11")?;
        ways.push("without reduction under c11");
    }
    Ok(Outcome::Agreement {
        found: coarse.found,
        final_states: coarse.final_states.len(),
        ways,
    })
}

/// What one run of `trailhound check` said.
struct Check {
    found: Found,
    told: String,
    states: u64,
    final_states: BTreeSet<String>,
}

impl Check {
    /// None: there are too many states, or the program does what the model c11 does not know.
    fn of(file: &Path, options: &[&str], argument: Option<&str>) -> Result<Option<Check>, String> {
        let finals = file.with_extension("finals");
        let common = ["check", "--format", "json"];
        let limits = ["--no-shorten", "--max-memory", "2GB", "--final-states"];
        let directory = file.parent().expect("the file is in a directory");
        let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .env("TRAILHOUND_CACHE", directory.join("cache"))
            .args(common)
            .args(options)
            .args(limits)
            .args([&finals, file])
            .args(argument.map(|_| "--"))
            .args(argument)
            .output()
            .expect("trailhound can be started");
        let answer: Value = serde_json::from_slice(&output.stdout).map_err(|cause| {
            let complaint = String::from_utf8_lossy(&output.stderr);
            format!("no answer to {options:?}: {cause}: {complaint}")
        })?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let verdict = text(&answer["verdict"]);
        let reason = text(&answer["reason"]);
        // An answer that rests on a part of the states says so.
        if answer["notes"].to_string().contains("--max-states") {
            return Ok(None);
        }
        let kind = text(&answer["error"]["kind"]);
        let (found, told) = match verdict.as_str() {
            "ok" => (Found::Nothing, verdict),
            "error" => (
                match kind.as_str() {
                    "data-race" => Found::Race,
                    _ => Found::Error,
                },
                format!(
                    "{kind} line {}: {}",
                    answer["error"]["line"],
                    text(&answer["error"]["message"])
                ),
            ),
            "undecided" if reason.contains("--max-states") => return Ok(None),
            "unsupported" if reason.contains("memory c11") || reason.contains("model c11") => {
                return Ok(None);
            }
            _ => {
                let output = text(&answer["compiler_output"]);
                return Err(format!("{options:?}: {verdict}: {reason} {output}"));
            }
        };
        let lines = std::fs::read_to_string(&finals).unwrap_or_default();
        let _ = std::fs::remove_file(finals);
        Ok(Some(Check {
            found,
            told,
            states: answer["stats"]["states_stored"].as_u64().unwrap_or(0),
            final_states: lines.lines().map(without_addresses).collect(),
        }))
    }

    /// A search that ends at an error has not seen all final states.
    fn must_agree(&self, other: &Check, way: &str) -> Result<(), String> {
        if self.found != other.found {
            return Err(format!("by default {}, {way} {}", self.told, other.told));
        }
        if self.found != Found::Error && self.final_states != other.final_states {
            let missing = self.missing(other);
            let extra = other.missing(self);
            return Err(format!(
                "final states only {way}: {missing:#?}, only by default: {extra:#?}"
            ));
        }
        Ok(())
    }

    fn must_be_within(&self, all: &Check) -> Result<(), String> {
        let known = match all.found {
            Found::Nothing => self.found == Found::Nothing,
            Found::Race => self.found != Found::Error,
            Found::Error => return Ok(()),
        };
        if !known {
            return Err(format!("by default {}, by line {}", all.told, self.told));
        }
        let extra = all.missing(self);
        if !extra.is_empty() {
            return Err(format!("final states only by line: {extra:#?}"));
        }
        Ok(())
    }

    /// The final states that the other has and this one has not.
    fn missing(&self, other: &Check) -> Vec<String> {
        other
            .final_states
            .difference(&self.final_states)
            .cloned()
            .collect()
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
