//! Pages for a browser: one that lists all tests, and one for the trail of each that failed.

use std::path::Path;
use std::{env, fs, io};

use trailhound_checker::Answer;
use trailhound_checker::package_tests::{TestId, TestOutcome, TestRun};
use trailhound_host::{short_file_name, write_whole};
use trailhound_html::{Test, TestRun as Listing, index, page};

use super::reason::reason;

/// Writes `index.html` and the pages of trails into a directory, which is made if it is not there.
pub fn write_pages(directory: &Path, run: &TestRun) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let mut tests = Vec::new();
    for outcome in &run.outcomes {
        let file = outcome.verdict.found.as_ref().map(|_| file_of(&outcome.id));
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

/// Only letters that mean nothing in an address; another name for each test.
fn file_of(id: &TestId) -> String {
    let mut name = String::new();
    for c in id.to_string().chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '_' => name.push(c),
            '/' => name += "--",
            c if c.is_ascii() => name.push('-'),
            c => name += &format!("-{:x}-", u32::from(c)),
        }
    }
    format!("{}.html", short_file_name(&name))
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

#[cfg(test)]
mod tests {
    use super::*;
    use trailhound_checker::package_tests::{TargetId, TargetKind};

    #[test]
    fn each_test_has_a_page_of_its_own() {
        let page = |kind, target: &str, test: &str| {
            let target = TargetId {
                package: "bank".to_owned(),
                kind,
                name: target.to_owned(),
            };
            file_of(&TestId {
                target,
                name: test.to_owned(),
            })
        };
        let of_lib = |test: &str| page(TargetKind::Lib, "bank", test);
        assert_eq!(of_lib("tests::fifo"), "bank-tests--fifo.html");
        assert_ne!(of_lib("größe"), of_lib("gräße"));
        let (bin, test) = (TargetKind::Bin, TargetKind::Test);
        assert_ne!(page(bin, "x", "f"), page(test, "bin-x", "f"));
        let long = "n".repeat(300);
        assert!(of_lib(&long).len() < 255);
        assert_ne!(of_lib(&long), of_lib(&(long.clone() + "n")));
    }
}
