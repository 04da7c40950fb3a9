//! One JSON object a line, as tests end: a stable interface, documented in docs/ci.md.

use serde::Serialize;
use serde_json::json;
use trailhound_checker::Answer;
use trailhound_checker::package_tests::{TestId, TestOutcome, TestRun};
use trailhound_host::printable_json;

use super::reason::reason;

pub fn compiled(targets: usize, seconds: f64) -> String {
    object(&json!({ "event": "compiled", "targets": targets, "seconds": seconds }))
}

pub fn started(id: &TestId) -> String {
    object(&json!({ "event": "started", "target": id.target, "test": id.name }))
}

pub fn ignored(id: &TestId) -> String {
    object(&json!({ "event": "ignored", "target": id.target, "test": id.name }))
}

pub fn finished(outcome: &TestOutcome) -> String {
    object(&Finished::of(outcome))
}

#[derive(Serialize)]
struct Finished<'a> {
    event: &'static str,
    #[serde(flatten)]
    id: Id<'a>,
    verdict: Answer,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
    sequential: bool,
    cached: bool,
    should_panic: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trail: Option<String>,
}

#[derive(Serialize)]
struct Id<'a> {
    target: String,
    test: &'a str,
}

impl<'a> Finished<'a> {
    fn of(outcome: &'a TestOutcome) -> Finished<'a> {
        let verdict = &outcome.verdict;
        let found = verdict.found.as_ref();
        let place = found.and_then(|found| found.report.error.place.as_ref());
        Finished {
            event: "finished",
            id: Id {
                target: outcome.id.target.to_string(),
                test: &outcome.id.name,
            },
            verdict: verdict.answer,
            seconds: outcome.seconds,
            states: verdict.stats.map(|_| verdict.states()),
            sequential: outcome.is_sequential,
            cached: verdict.cached,
            should_panic: outcome.should_panic,
            reason: Some(reason(verdict)).filter(|reason| !reason.is_empty()),
            file: place.map(|place| place.file.as_str()),
            line: place.map(|place| place.line),
            trail: outcome
                .trail
                .as_ref()
                .map(|path| path.display().to_string()),
        }
    }
}

pub fn summary(run: &TestRun) -> String {
    let unmatched: Vec<&String> = run.unmatched.iter().map(|(filter, _)| filter).collect();
    object(&json!({
        "event": "summary",
        "verdict": run.answer(),
        "ok": run.count(Answer::Ok),
        "error": run.count(Answer::Error),
        "undecided": run.count(Answer::Undecided),
        "unsupported": run.count(Answer::Unsupported),
        "ignored": run.ignored.len(),
        "not_run": run.not_run.len(),
        "filtered_out": run.filtered_out,
        "unmatched": unmatched,
        "macros": run.macros,
        "compile_seconds": run.compile_seconds,
        "seconds": run.seconds,
        "peak_memory_bytes": trailhound_host::peak_memory(),
    }))
}

fn object(object: &impl Serialize) -> String {
    let text = serde_json::to_string(object).expect("an answer is plain data");
    printable_json(&text).into_owned()
}
