//! Commands for GitHub Actions that mark lines of the source where tests fail.

use std::env;
use std::path::Path;

use trailhound_checker::Answer;
use trailhound_checker::package_tests::TestOutcome;
use trailhound_host::printable;

use super::reason::reason;

/// A command for each test that did not pass.
pub fn annotations(outcomes: &[TestOutcome]) -> String {
    let here = env::current_dir().unwrap_or_default();
    outcomes
        .iter()
        .filter_map(|outcome| annotation(outcome, &here))
        .collect()
}

fn annotation(outcome: &TestOutcome, here: &Path) -> Option<String> {
    let command = match outcome.verdict.answer {
        Answer::Ok => return None,
        Answer::Error => "error",
        Answer::Undecided | Answer::Unsupported => "warning",
    };
    let found = outcome.verdict.found.as_ref();
    let place = found.and_then(|found| found.report.error.place.as_ref());
    let place = place.or(outcome.verdict.place.as_ref());
    let place = place.map(|place| {
        let file = Path::new(&place.file);
        let file = file.strip_prefix(here).unwrap_or(file).to_string_lossy();
        // Code that the compiler makes has no line.
        let line = match place.line {
            0 => String::new(),
            line => format!("line={line},col={},", place.column),
        };
        format!("file={},{line}", in_property(&file))
    });
    let title = in_property(&outcome.id.to_string());
    let message = in_message(&reason(&outcome.verdict));
    Some(format!(
        "::{command} {}title={title}::{message}\n",
        place.unwrap_or_default()
    ))
}

fn in_message(text: &str) -> String {
    printable(text).replace('%', "%25").replace('\n', "%0A")
}

fn in_property(text: &str) -> String {
    in_message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_a_command() {
        assert_eq!(in_message("a\n::error::b%"), "a%0A::error::b%25");
        assert_eq!(in_property("tests::a,b"), "tests%3A%3Aa%2Cb");
        let active = in_message("a\u{0}b\u{202e}c\rd");
        assert!(active.chars().all(|c| c.is_ascii_graphic()), "{active}");
    }
}
