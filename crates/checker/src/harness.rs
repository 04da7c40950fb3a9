//! The tests of a Rust package before any of them is checked: which ones the harness would run, and
//! which of them pass by a panic. The harness itself is asked, in runs that execute no test.

use serde::{Deserialize, Serialize};
use trailhound_machine::{Machine, Options, Outcome, Stream, ThreadId, apply};
use trailhound_program::Program;

/// Steps of 200,000 operations each: listing tests takes one or two.
const MOST_STEPS: usize = 1_000;

/// Names that are listed for a filter that matches nothing.
const MOST_NAMES: usize = 8;

/// Names at least as similar as this count as near.
const NEAR: f64 = 0.75;

/// The flags of the harness that take a value as a word of its own.
const WITH_VALUE: [&str; 8] = [
    "--skip",
    "--test-threads",
    "--format",
    "--color",
    "--logfile",
    "--shuffle-seed",
    "-Z",
    "--report-time",
];

/// The flags with which the harness runs no test.
const WITHOUT_TESTS: [&str; 4] = ["--list", "--help", "-h", "--bench"];

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TestsError {
    #[error("there are no tests in it")]
    NoTests,
    #[error("no test matches `{filter}`{}", listed(.near))]
    NoMatch { filter: String, near: Vec<String> },
    #[error("no test is left after --skip")]
    AllSkipped,
    #[error("every test that matches is marked #[ignore]; --include-ignored behind `--` runs it")]
    AllIgnored,
    #[error("no test runs with `{0}`: leave it out")]
    RunsNone(String),
    #[error("the test harness does not take these arguments: {0}")]
    BadArguments(String),
}

fn listed(near: &[String]) -> String {
    match near {
        [] => String::new(),
        names => format!("; there is {}", names.join(", ")),
    }
}

/// The tests of the program that pass by a panic, by name. An error if none would run.
/// A program without the harness of Rust's tests has none.
pub fn panicking_tests(
    program: &Program,
    name: &str,
    arguments: &[String],
) -> Result<Vec<String>, TestsError> {
    if !program.has_test_harness {
        return Ok(Vec::new());
    }
    if let Some(flag) = (arguments.iter()).find(|word| WITHOUT_TESTS.contains(&word.as_str())) {
        return Err(TestsError::RunsNone(flag.clone()));
    }
    let mut harness = Harness::new(program, name);
    harness.require_tests(arguments)?;
    Ok(harness.should_panic(arguments))
}

/// A test as its harness lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedTest {
    pub name: String,
    /// Marked `#[ignore]`.
    pub is_ignored: bool,
    /// It passes by a panic.
    pub should_panic: bool,
    /// It is all that the program does: there is no harness to ask.
    pub is_whole: bool,
}

/// All tests of the program, which is called `name`. None if it has another harness than Rust's own.
pub fn listed_tests(program: &Program, name: &str) -> Result<Option<Vec<ListedTest>>, TestsError> {
    if !program.has_test_harness {
        return Ok(None);
    }
    let mut harness = Harness::new(program, name);
    let all = harness.list(&[])?;
    let ignored = harness.list(&["--ignored".to_owned()])?;
    let panicking = harness.should_panic(&["--include-ignored".to_owned()]);
    let tests = all.into_iter().map(|name| ListedTest {
        is_ignored: ignored.contains(&name),
        should_panic: panicking.contains(&name),
        is_whole: false,
        name,
    });
    Ok(Some(tests.collect()))
}

struct Harness<'p> {
    machine: Machine<'p>,
    /// The program's own name.
    name: &'p str,
}

impl<'p> Harness<'p> {
    fn new(program: &'p Program, name: &'p str) -> Harness<'p> {
        let mut machine = Machine::new(program, Options::default());
        machine.observer.output_wanted = true;
        Harness { machine, name }
    }

    fn require_tests(&mut self, arguments: &[String]) -> Result<(), TestsError> {
        let all = self.list(&[])?;
        if all.is_empty() {
            return Err(TestsError::NoTests);
        }
        let (filters, flags) = parted(arguments);
        let exact = flags.contains(&"--exact");
        for filter in filters {
            let matches = |name: &&String| match exact {
                true => *name == filter,
                false => name.contains(filter),
            };
            if !all.iter().any(|name| matches(&name)) {
                return Err(TestsError::NoMatch {
                    filter: filter.to_owned(),
                    near: near(filter, &all),
                });
            }
        }
        let matching = self.list(arguments)?;
        if matching.is_empty() {
            return Err(match flags.contains(&"--ignored") {
                true => TestsError::NoMatch {
                    filter: "--ignored".to_owned(),
                    near: Vec::new(),
                },
                false => TestsError::AllSkipped,
            });
        }
        let runs_ignored = ["--ignored", "--include-ignored"];
        if !runs_ignored.iter().any(|flag| flags.contains(flag)) {
            let with = [arguments, &["--ignored".to_owned()]].concat();
            if self.list(&with)?.len() == matching.len() {
                return Err(TestsError::AllIgnored);
            }
        }
        Ok(())
    }

    /// The tests that these arguments select.
    fn list(&mut self, arguments: &[String]) -> Result<Vec<String>, TestsError> {
        let arguments = [arguments, &["--list".to_owned()]].concat();
        let text = self.run(&arguments).map_err(TestsError::BadArguments)?;
        let names = text.lines().filter_map(|line| {
            let name = line.strip_suffix(": test");
            name.or_else(|| line.strip_suffix(": benchmark"))
        });
        Ok(names.map(str::to_owned).collect())
    }

    /// With `--bench` the harness passes over all tests, but tells what it expects of each.
    fn should_panic(&mut self, arguments: &[String]) -> Vec<String> {
        let arguments = [in_plain_format(arguments), vec!["--bench".to_owned()]].concat();
        let text = self.run(&arguments).unwrap_or_default();
        let names = text.lines().filter_map(|line| {
            let (name, _) = line
                .strip_prefix("test ")?
                .split_once(" - should panic ... ")?;
            Some(name.trim_end().to_owned())
        });
        names.collect()
    }

    /// What the harness prints, or what it says of arguments that it does not take.
    fn run(&mut self, arguments: &[String]) -> Result<String, String> {
        let name = self.name.to_owned();
        self.machine.options.arguments = [&[name], arguments].concat();
        let mut state: Vec<u32> = Vec::new();
        let mut changes = Vec::new();
        let mut outcome = self.machine.start(&mut changes);
        for _ in 0..MOST_STEPS {
            if outcome != Outcome::Step {
                break;
            }
            apply(&mut state, &changes);
            if self.machine.exit_status().is_some() {
                break;
            }
            outcome = self.machine.step(&state, ThreadId::MAIN, 0, &mut changes);
        }
        let status = self.machine.exit_status();
        let mut texts = [Vec::new(), Vec::new()];
        for (stream, bytes) in self.machine.observer.output.drain(..) {
            texts[(stream == Stream::Stderr) as usize].extend(bytes);
        }
        let [printed, complaint] = texts.map(|text| String::from_utf8_lossy(&text).into_owned());
        match status {
            Some(0) => Ok(printed),
            _ => Err(complaint.trim_end().to_owned()),
        }
    }
}

/// Arguments without those that say in which form results are told.
fn in_plain_format(arguments: &[String]) -> Vec<String> {
    let mut words = arguments.iter();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-q" | "--quiet" => {}
            "--format" | "--logfile" => {
                words.next();
            }
            word if word.starts_with("--format=") || word.starts_with("--logfile=") => {}
            _ => kept.push(word.clone()),
        }
    }
    kept
}

/// The names of tests among the arguments, and the rest.
fn parted(arguments: &[String]) -> (Vec<&str>, Vec<&str>) {
    let mut follows_flag = false;
    arguments.iter().map(String::as_str).partition(|word| {
        let is_filter = !word.starts_with('-') && !follows_flag;
        follows_flag = WITH_VALUE.contains(word);
        is_filter
    })
}

/// The names most similar to what was asked for, or some if none is.
pub fn near(asked: &str, names: &[String]) -> Vec<String> {
    let last = |path: &str| path.rsplit("::").next().unwrap_or(path).to_owned();
    let similarity = |name: &str| {
        let whole = strsim::jaro_winkler(asked, name);
        whole.max(strsim::jaro_winkler(&last(asked), &last(name)))
    };
    let mut ranked: Vec<(f64, &String)> = names.iter().map(|n| (similarity(n), n)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let nearest: Vec<String> = (ranked.iter().filter(|(likeness, _)| *likeness >= NEAR))
        .map(|(_, name)| format!("`{name}`"))
        .take(MOST_NAMES)
        .collect();
    match nearest.is_empty() {
        true => (names.iter().take(MOST_NAMES))
            .map(|name| format!("`{name}`"))
            .collect(),
        false => nearest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| word.to_string()).collect()
    }

    #[test]
    fn values_of_flags_are_no_names() {
        let words = owned(&[
            "first",
            "--skip",
            "slow",
            "--exact",
            "second",
            "--format=json",
        ]);
        let (filters, flags) = parted(&words);
        assert_eq!(filters, ["first", "second"]);
        assert_eq!(flags, ["--skip", "slow", "--exact", "--format=json"]);
    }

    #[test]
    fn the_form_of_results_is_no_matter() {
        let words = owned(&["-q", "a", "--format", "json", "--logfile=x", "--exact"]);
        assert_eq!(in_plain_format(&words), ["a", "--exact"]);
    }

    #[test]
    fn near_names_are_those_with_few_other_letters() {
        let names = owned(&["tests::fifo", "tests::close", "tests::closes_twice"]);
        assert_eq!(
            near("clsoe", &names),
            ["`tests::close`", "`tests::closes_twice`"]
        );
        assert_eq!(near("qqq", &names).len(), 3);
    }
}
