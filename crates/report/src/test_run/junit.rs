//! A report in the XML of JUnit, which CI systems show: a suite for each program of tests. Failures are
//! errors of the program; what was not decided or cannot be checked is an error of the test.

use std::collections::BTreeMap;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use trailhound_checker::Answer;
use trailhound_checker::package_tests::{TargetId, TestId, TestOutcome, TestRun};
use trailhound_checker::quantity::counted;

use super::reason::reason;
use crate::detail::Detail;
use crate::text::plain_text;

/// The run as XML.
pub fn junit(run: &TestRun) -> String {
    let mut suites: BTreeMap<&TargetId, Vec<TestCase>> = BTreeMap::new();
    for outcome in &run.outcomes {
        suites
            .entry(&outcome.id.target)
            .or_default()
            .push(case(outcome));
    }
    for (ids, why) in [
        (&run.ignored, "marked #[ignore]"),
        (&run.not_run, "not run"),
    ] {
        for id in ids {
            suites.entry(&id.target).or_default().push(skipped(id, why));
        }
    }
    let mut report = Report::new("trailhound");
    report.set_time(Duration::from_secs_f64(run.seconds));
    for (target, cases) in suites {
        let mut suite = TestSuite::new(target.to_string());
        suite.set_time(cases.iter().filter_map(|case| case.time).sum());
        suite.add_test_cases(cases);
        report.add_test_suite(suite);
    }
    let text = report.to_string().expect("a report is written to memory");
    // Jenkins' schema has this number for suites only, and its xUnit plugin refuses what does not follow it.
    let text = text.replacen(&format!(" skipped=\"{}\"", report.skipped), "", 1);
    without_noncharacters(&text)
}

/// XML has all other characters that are left in a report.
fn without_noncharacters(text: &str) -> String {
    text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

fn case(outcome: &TestOutcome) -> TestCase {
    let verdict = &outcome.verdict;
    let kind = match verdict.answer {
        Answer::Ok => None,
        Answer::Error => Some(NonSuccessKind::Failure),
        Answer::Undecided | Answer::Unsupported => Some(NonSuccessKind::Error),
    };
    let status = match kind {
        None => TestCaseStatus::success(),
        Some(kind) => {
            let found = verdict.found.as_ref();
            let word = match verdict.answer {
                Answer::Undecided => "undecided",
                _ => "unsupported",
            };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_type(found.map_or(word, |found| &found.report.error.kind));
            status.set_message(reason(verdict));
            status.set_description(plain_text(verdict, Detail::default()));
            status
        }
    };
    let mut case = TestCase::new(outcome.id.name.as_str(), status);
    case.set_classname(outcome.id.target.to_string());
    case.set_time(Duration::from_secs_f64(outcome.seconds));
    if verdict.stats.is_some() {
        let said = match outcome.is_sequential {
            true => "sequential".to_owned(),
            false => counted(verdict.states(), "state"),
        };
        case.set_system_out(said);
    }
    case
}

fn skipped(id: &TestId, why: &str) -> TestCase {
    let mut status = TestCaseStatus::skipped();
    status.set_message(why);
    let mut case = TestCase::new(id.name.as_str(), status);
    case.set_classname(id.target.to_string());
    case
}

#[cfg(test)]
mod tests {
    use super::*;
    use trailhound_checker::Verdict;
    use trailhound_checker::package_tests::TargetKind;

    #[test]
    fn a_report_has_only_characters_of_xml() {
        let target = TargetId {
            package: "bank".to_owned(),
            kind: TargetKind::Lib,
            name: "bank".to_owned(),
        };
        let outcome = TestOutcome {
            id: TestId {
                target,
                name: "fails".to_owned(),
            },
            verdict: Verdict::unsupported("a\u{0}b\u{1b}[31mc\u{fffe}d\u{ffff}<]]>"),
            is_sequential: false,
            should_panic: false,
            seconds: 0.0,
            trail: None,
        };
        let text = junit(&TestRun {
            outcomes: vec![outcome],
            ..TestRun::default()
        });
        let is_allowed = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{fffd}' | '\u{10000}'..);
        assert!(text.chars().all(is_allowed), "{text:?}");
        assert!(text.contains("c\u{fffd}d\u{fffd}&lt;]]&gt;"), "{text}");
    }
}
