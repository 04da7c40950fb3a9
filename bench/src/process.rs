//! Starting commands, with a time limit, and reading what `trailhound check` says about
//! itself. It knows no benchmark. Time is the time of the processor: unlike the clock on the
//! wall it hardly changes when other programs run as well.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::Value;

use crate::Bench;

/// No command of a benchmark takes longer, unless something is wrong.
const LIMIT: &str = "600";

/// The folder of what Cargo has built in the profile of this program, or of a test of it.
fn own_folder() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|cause| cause.to_string())?;
    let mut folders = own.ancestors().skip(1);
    let folder = folders.find(|folder| !folder.ends_with("deps"));
    folder
        .map(Path::to_path_buf)
        .ok_or_else(|| "this program lies nowhere".into())
}

/// How Cargo is told the profile of this program.
pub fn profile_flag() -> String {
    let folder = own_folder().unwrap_or_default();
    match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") => "--profile dev".into(),
        Some(name) if name != "release" => format!("--profile {name}"),
        _ => "--release".into(),
    }
}

/// Builds the binary under test, in the profile and folder of this one.
pub fn built(root: &Path) -> Result<PathBuf, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo
        .current_dir(root)
        .args(["build", "--quiet", "-p", "cargo-trailhound"])
        .args(profile_flag().split(' '));
    let status = cargo.status().map_err(|cause| format!("cargo: {cause}"))?;
    if !status.success() {
        return Err("trailhound could not be built".into());
    }
    let built = own_folder()?.join("trailhound");
    match built.is_file() {
        true => Ok(built),
        false => Err("trailhound was built elsewhere".into()),
    }
}

/// A command line as it is run and as the page shows it: words separated by spaces.
#[derive(Clone)]
pub struct Line(pub String);

impl Line {
    pub fn new(text: impl Into<String>) -> Line {
        Line(text.into())
    }
}

impl Bench {
    fn command(&self, line: &Line, folder: &Path) -> Command {
        let mut words = line.0.split_whitespace();
        let program = words.next().expect("a command has a name");
        let mut command = Command::new("timeout");
        // What was checked before is measured again.
        command.env("TRAILHOUND_NO_CACHE", "1");
        command.arg(LIMIT).current_dir(folder);
        match program {
            "trailhound" => command.arg(&self.trailhound),
            // Programs that a benchmark has built lie in its scratch folder.
            _ if program.starts_with("./") => command.arg(self.scratch.path().join(program)),
            _ => command.arg(program),
        };
        command.args(words);
        command
    }

    fn output(&self, line: &Line, folder: &Path) -> Result<Output, String> {
        let output = self
            .command(line, folder)
            .output()
            .map_err(|cause| format!("timeout: {cause}"))?;
        match output.status.code() {
            Some(124) => Err(format!("`{}` takes longer than {LIMIT} s", line.0)),
            Some(127) => Err(format!(
                "`{}` is not installed",
                line.0.split(' ').next().unwrap_or_default()
            )),
            _ => Ok(output),
        }
    }

    /// How the command ends, and its complaints.
    pub fn ended(&self, line: &Line) -> Result<(Option<i32>, String), String> {
        let output = self.command(line, &self.root).output();
        let output = output.map_err(|cause| format!("timeout: {cause}"))?;
        let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok((output.status.code(), complaints))
    }

    /// What the command prints; it must succeed.
    pub fn text(&self, line: &Line) -> Result<String, String> {
        successful(line, self.output(line, &self.root)?)
    }

    /// The same in the scratch folder, for tools that leave files where they stand.
    pub fn text_in_scratch(&self, line: &Line) -> Result<String, String> {
        successful(line, self.output(line, self.scratch.path())?)
    }

    /// What the command prints, and the seconds of processor time that it takes with all
    /// that it starts.
    pub fn timed(&self, line: &Line) -> Result<(String, f64), String> {
        let before = processor_seconds_of_children()?;
        let text = self.text(line)?;
        Ok((text, processor_seconds_of_children()? - before))
    }

    /// `trailhound check --format json ARGUMENTS`: its answer, whatever it is. Exit code 3 is a limit
    /// that was reached, which a benchmark may want.
    pub fn answer(&self, line: &Line) -> Result<Value, String> {
        let line = Line::new(line.0.replacen(
            "trailhound check",
            "trailhound check --format json",
            1,
        ));
        let output = self.output(&line, &self.root)?;
        serde_json::from_slice(&output.stdout).map_err(|cause| format!("`{}`: {cause}", line.0))
    }

    /// The same, and the seconds of processor time that it takes, compiling included.
    pub fn timed_answer(&self, line: &Line) -> Result<(Value, f64), String> {
        let before = processor_seconds_of_children()?;
        let answer = self.answer(line)?;
        Ok((answer, processor_seconds_of_children()? - before))
    }

    /// The answer of a check of a program that is supported: its verdict and statistics.
    pub fn check(&self, line: &Line) -> Result<Checked, String> {
        let answer = self.answer(line)?;
        let verdict = answer["verdict"].as_str().unwrap_or("none").to_owned();
        if verdict == "unsupported" {
            return Err(format!("`{}`: {}", line.0, answer["reason"]));
        }
        Ok(Checked {
            verdict,
            steps: answer["trail"]["steps"].as_f64().unwrap_or(0.0),
            stats: answer["stats"].clone(),
            answer,
        })
    }

    /// `trailhound sample --format json ARGUMENTS`: its answer.
    pub fn sample(&self, line: &Line) -> Result<Value, String> {
        let line = Line::new(line.0.replacen(
            "trailhound sample",
            "trailhound sample --format json",
            1,
        ));
        let output = self.output(&line, &self.root)?;
        let answer: Value = serde_json::from_slice(&output.stdout)
            .map_err(|cause| format!("`{}`: {cause}", line.0))?;
        match answer["verdict"].as_str() {
            Some("error" | "sampled" | "undecided") => Ok(answer),
            _ => Err(format!("`{}`: {}", line.0, answer["reason"])),
        }
    }

    /// What a check prints that finds an error.
    pub fn found(&self, line: &Line) -> Result<String, String> {
        let output = self.output(line, &self.root)?;
        match output.status.code() {
            Some(1) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            _ => Err(format!("`{}` finds no error", line.0)),
        }
    }

    /// `trailhound compare ARGUMENTS`, which takes as long as it takes. Unexpected verdicts are
    /// no failure of the comparison: they are in its answer.
    pub fn comparison(&self, line: &Line) -> Result<(), String> {
        let mut words = line.0.split_whitespace();
        words.next();
        let output = Command::new(&self.trailhound)
            .current_dir(&self.root)
            .args(words)
            .output()
            .map_err(|cause| format!("`{}`: {cause}", line.0))?;
        match output.status.code() {
            Some(0 | 1) => Ok(()),
            _ => Err(format!(
                "`{}` failed\n{}",
                line.0,
                String::from_utf8_lossy(&output.stderr)
            )),
        }
    }

    /// The seconds of processor time that a check takes, compiling included, whatever it finds.
    pub fn timed_check(&self, line: &Line) -> Result<f64, String> {
        let before = processor_seconds_of_children()?;
        self.check(line)?;
        Ok(processor_seconds_of_children()? - before)
    }

    /// The same for a program without errors, of which all states are to be counted.
    pub fn check_safe(&self, line: &Line) -> Result<Checked, String> {
        let checked = self.check(line)?;
        match checked.verdict.as_str() {
            "ok" => Ok(checked),
            other => Err(format!("`{}` says `{other}`", line.0)),
        }
    }

    /// Goes through all states of a program that has no errors, and measures the search.
    pub fn explore(&self, line: &Line) -> Result<Explored, String> {
        let before = processor_seconds_of_children()?;
        let checked = self.check_safe(line)?;
        let whole = processor_seconds_of_children()? - before;
        // The same without the search: compiling, reading, starting.
        let start = self.timed_check(&Line::new(format!(
            "{} --max-states 1 --no-sampling",
            line.0
        )))?;
        Ok(Explored {
            states: checked.number("states_stored"),
            seconds: whole - start,
            checked,
        })
    }
}

/// What a whole search took.
pub struct Explored {
    pub states: f64,
    /// Of the search alone.
    pub seconds: f64,
    pub checked: Checked,
}

impl Explored {
    pub fn rate(&self) -> f64 {
        self.states / self.seconds
    }
}

/// Of those that have ended.
pub fn processor_seconds_of_children() -> Result<f64, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|cause| cause.to_string())?;
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(microseconds as f64 / 1e6)
}

fn successful(line: &Line, output: Output) -> Result<String, String> {
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!(
            "`{}` failed\n{}",
            line.0,
            String::from_utf8_lossy(&output.stderr)
        ))
    }
}

pub struct Checked {
    pub verdict: String,
    /// The whole answer.
    pub answer: Value,
    steps: f64,
    stats: Value,
}

impl Checked {
    /// The length of the trail; 0 if there is none.
    pub fn steps(&self) -> f64 {
        self.steps
    }

    /// A number from `stats`, by its name in docs/json.md.
    pub fn number(&self, name: &str) -> f64 {
        self.stats[name]
            .as_f64()
            .unwrap_or_else(|| panic!("trailhound's JSON has no stats.{name}"))
    }
}

/// Measures every side `repeat` times, taking turns, so that whatever else the computer does
/// meets all of them. The result has one list per side.
pub fn taking_turns<S, T>(
    repeat: usize,
    sides: &[S],
    mut measure: impl FnMut(&S) -> Result<T, String>,
) -> Result<Vec<Vec<T>>, String> {
    let mut results: Vec<Vec<T>> = sides.iter().map(|_| Vec::new()).collect();
    for _ in 0..repeat {
        for (side, results) in sides.iter().zip(&mut results) {
            results.push(measure(side)?);
        }
    }
    Ok(results)
}

/// The least of several measured times: the one that was disturbed least.
pub fn least(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(f64::INFINITY, f64::min)
}

pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        (values[middle - 1] + values[middle]) / 2.0
    }
}

/// The newest clang under the names that distributions give it.
pub fn clang(bench: &Bench) -> String {
    let versions = (14..=22).rev().map(|version| format!("clang-{version}"));
    let mut names = std::iter::once("clang".to_owned()).chain(versions);
    names
        .find(|name| bench.text(&Line::new(format!("{name} --version"))).is_ok())
        .unwrap_or("clang".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_take_turns() {
        let mut order = Vec::new();
        let results = taking_turns(2, &['a', 'b'], |&side| {
            order.push(side);
            Ok(order.len())
        });
        assert_eq!(results, Ok(vec![vec![1, 3], vec![2, 4]]));
    }

    #[test]
    fn a_median_stands_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 9.0]), 3.0);
        assert_eq!(median([4.0, 1.0, 2.0, 9.0]), 3.0);
    }
}
