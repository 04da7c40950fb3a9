//! A line for each test as it ends, then what failed with its trail, then the sum of it.

use std::env;

use anstyle::Style;
use trailhound_checker::Answer;
use trailhound_checker::package_tests::{TestId, TestOutcome, TestRun};
use trailhound_checker::quantity::{count, counted};

use crate::detail::Detail;
use crate::style::{BOLD, DIM, ERROR, OK, UNDECIDED, paint};
use crate::text::text;

/// The column in which names of tests begin is the same in all lines.
const STATUS: usize = 12;
const SIZE: usize = 17;

/// The line for so many programs of tests.
pub fn compiled(targets: usize, seconds: f64) -> String {
    let programs = counted(targets as u64, "test program");
    line(OK, "Compiled", seconds, &programs)
}

fn line(style: Style, status: &str, seconds: f64, rest: &str) -> String {
    let status = paint(style, format!("{status:>STATUS$}"));
    format!("{status} [{seconds:>8.3} s] {rest}\n")
}

fn status(answer: Answer) -> (&'static str, Style) {
    match answer {
        Answer::Ok => ("PASS", OK),
        Answer::Error => ("FAIL", ERROR),
        Answer::Undecided => ("UNDECIDED", UNDECIDED),
        Answer::Unsupported => ("UNSUPPORTED", UNDECIDED),
    }
}

/// The line of a test.
pub fn finished(outcome: &TestOutcome) -> String {
    let (status, style) = status(outcome.verdict.answer);
    let size = size(outcome);
    let TestId { target, name } = &outcome.id;
    let target = paint(DIM, target);
    let cached = match outcome.verdict.cached {
        true => paint(DIM, " (cached)"),
        false => String::new(),
    };
    let open = match outcome.verdict.leaves_weaker_orders_open() {
        true => paint(DIM, " (under sc)"),
        false => String::new(),
    };
    let rest = format!("{size:>SIZE$} {target} {}{open}{cached}", paint(BOLD, name));
    line(style, status, outcome.seconds, &rest)
}

/// How much there was to search.
fn size(outcome: &TestOutcome) -> String {
    match outcome.verdict.stats {
        _ if outcome.is_sequential => "sequential".to_owned(),
        Some(_) => counted(outcome.verdict.states(), "state"),
        None => String::new(),
    }
}

/// What comes when all tests have ended.
pub fn ending(run: &TestRun) -> String {
    let mut text = String::new();
    for outcome in &run.outcomes {
        if outcome.verdict.answer != Answer::Ok {
            text += &told(outcome);
        }
    }
    text += &summary(run);
    // Trails are long: what to look for in them stands at the end.
    let failures = run.outcomes.iter();
    let failures = failures.filter(|outcome| outcome.verdict.answer != Answer::Ok);
    text.extend(failures.map(finished));
    if !run.macros.is_empty() {
        let packages = run.macros.join(", ");
        let note = format!("the tests of {packages} were left out: macros run in the compiler");
        text += &format!("{}: {note}\n", paint(BOLD, "note"));
    }
    text += &complaints(run);
    text
}

/// A test that did not pass, with its trail.
fn told(outcome: &TestOutcome) -> String {
    let (status, style) = status(outcome.verdict.answer);
    let verdict = &outcome.verdict;
    let mut told = format!("\n{} {}\n", paint(style, status), paint(BOLD, &outcome.id));
    told += &text(verdict, Detail::default());
    if verdict.advice.is_some() {
        let chosen = outcome.id.selection();
        told += &format!("this test alone, in its package: cargo trailhound check . {chosen}\n");
    }
    if let Some(trail) = &outcome.trail {
        let here = env::current_dir().unwrap_or_default();
        let shown = trail.strip_prefix(here).unwrap_or(trail);
        let said = format!("trail saved as {}", shown.display());
        told += &(paint(DIM, said) + "\n");
    }
    told
}

fn summary(run: &TestRun) -> String {
    let tests = counted(run.outcomes.len() as u64, "test");
    let passed = || {
        let outcomes = run.outcomes.iter();
        outcomes.filter(|outcome| outcome.verdict.answer == Answer::Ok)
    };
    let sequential = passed().filter(|outcome| outcome.is_sequential).count();
    let open = passed().filter(|outcome| outcome.verdict.leaves_weaker_orders_open());
    let remarks: Vec<String> = [(sequential, "sequential"), (open.count(), "under sc")]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{} {what}", count(number as u64)))
        .collect();
    let passed = format!("{} passed", count(passed().count() as u64));
    let mut parts = vec![match remarks.is_empty() {
        true => passed,
        false => format!("{passed} ({})", remarks.join(", ")),
    }];
    let counts = [
        (run.count(Answer::Error), "failed"),
        (run.count(Answer::Undecided), "undecided"),
        (run.count(Answer::Unsupported), "unsupported"),
        (run.ignored.len(), "ignored"),
        (run.not_run.len(), "not run"),
        (run.filtered_out, "filtered out"),
    ];
    let counts = counts.into_iter().filter(|(number, _)| *number > 0);
    parts.extend(counts.map(|(number, what)| format!("{} {what}", count(number as u64))));
    let style = match run.answer() {
        Answer::Ok => OK,
        Answer::Error => ERROR,
        Answer::Undecided | Answer::Unsupported => UNDECIDED,
    };
    let said = format!("{tests}: {}", parts.join(", "));
    format!("\n{}", line(style, "Summary", run.seconds, &said))
}

/// What the user may have meant where nothing was found.
fn complaints(run: &TestRun) -> String {
    let mut complaints = Vec::new();
    for (filter, near) in &run.unmatched {
        complaints.push(match near.is_empty() {
            true => format!("no test matches `{filter}`: there are no tests"),
            false => format!("no test matches `{filter}`; there is {}", near.join(", ")),
        });
    }
    if run.outcomes.is_empty() && complaints.is_empty() {
        complaints.push(match (run.ignored.len(), run.filtered_out, run.targets) {
            (0, 0, 0) => "there is nothing to test in what was selected".to_owned(),
            (0, 0, _) => "there are no tests in what was selected".to_owned(),
            (0, _, _) => "no test is left by the filters".to_owned(),
            _ => "all tests that match are marked #[ignore]; --include-ignored checks them"
                .to_owned(),
        });
    }
    let complaints = complaints.into_iter();
    complaints
        .map(|said| format!("{}: {said}\n", paint(ERROR, "error")))
        .collect()
}
