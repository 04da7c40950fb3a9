//! Pages for a browser: one that lists all tests, and one for the trail of each that failed.

use std::path::Path;
use std::{env, fs, io};

use trailhound_checker::Answer;
use trailhound_checker::package_tests::{TestOutcome, TestRun};
use trailhound_host::write_whole;
use trailhound_html::{Test, TestRun as Listing, index, page};

use super::reason::reason;

/// Writes `index.html` and the pages of trails into a directory, which is made if it is not there.
pub fn write_pages(directory: &Path, run: &TestRun) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let mut tests = Vec::new();
    for outcome in &run.outcomes {
        let file = outcome.verdict.found.as_ref().map(|_| file_of(outcome));
        if let Some(file) = &file {
            let text = page(&outcome.verdict, &outcome.id.to_string());
            write_whole(&directory.join(file), text.as_bytes())?;
        }
        tests.push(test(outcome, file));
    }
    let here = env::current_dir().unwrap_or_default();
    let listing = Listing {
        subject: here
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        seconds: run.seconds,
        tests,
    };
    write_whole(&directory.join("index.html"), index(&listing).as_bytes())
}

/// Only letters that mean nothing in an address.
fn file_of(outcome: &TestOutcome) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            c
        } else {
            '-'
        }
    };
    let name: String = outcome.id.to_string().chars().map(plain).collect();
    name + ".html"
}

fn test(outcome: &TestOutcome, page: Option<String>) -> Test {
    let verdict = &outcome.verdict;
    let remark = match (verdict.cached, outcome.is_sequential) {
        (true, _) => Some("cached"),
        (false, true) => Some("sequential"),
        (false, false) => None,
    };
    Test {
        target: outcome.id.target.to_string(),
        name: outcome.id.name.clone(),
        answer: verdict.answer,
        remark: remark.map(str::to_owned),
        message: (verdict.answer != Answer::Ok).then(|| reason(verdict)),
        states: verdict.stats.map(|stats| stats.states_stored),
        seconds: outcome.seconds,
        page,
    }
}
