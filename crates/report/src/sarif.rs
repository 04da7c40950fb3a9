//! Errors in the form of SARIF 2.1.0, which code scanning takes: a result for each, with its trail as a code
//! flow of one thread flow for each thread.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::Path;

use serde_sarif::sarif::{
    ArtifactLocation, CodeFlow, Location, Message, PhysicalLocation, Region, ReportingDescriptor,
    Result as SarifResult, ResultLevel, Run, Sarif, ThreadFlow, ThreadFlowLocation, Tool,
    ToolComponent,
};
use trailhound_checker::trail::{Place, Step};
use trailhound_checker::{Found, ThreadId, Verdict};

use crate::json::plain;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The errors among verdicts, each with the name of its test if it has one.
pub fn sarif<'v>(verdicts: impl Iterator<Item = (Option<String>, &'v Verdict)>) -> String {
    let mut kinds = BTreeSet::new();
    let mut results = Vec::new();
    for (name, verdict) in verdicts {
        if let Some(found) = &verdict.found {
            kinds.insert(found.report.error.kind.clone());
            results.push(result(name, found));
        }
    }
    let rule = |kind: String| ReportingDescriptor::builder().id(kind).build();
    let driver = ToolComponent::builder()
        .name("trailhound")
        .version(env!("CARGO_PKG_VERSION"))
        .rules(kinds.into_iter().map(rule).collect::<Vec<_>>())
        .build();
    let run = Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .results(results)
        .build();
    let sarif = Sarif::builder()
        .schema(SCHEMA)
        .version(serde_json::json!("2.1.0"))
        .runs(vec![run])
        .build();
    plain(&sarif)
}

fn result(name: Option<String>, found: &Found) -> SarifResult {
    let error = &found.report.error;
    let message = match name {
        Some(name) => format!("{name}: {}", error.message),
        None => error.message.clone(),
    };
    let race = error.race.iter().filter_map(|side| side.place.as_ref());
    let places: Vec<Location> = error.place.iter().chain(race).map(location).collect();
    let flows: Vec<CodeFlow> = code_flow(&found.report.steps).into_iter().collect();
    SarifResult::builder()
        .rule_id(error.kind.clone())
        .level(ResultLevel::Error)
        .message(Message::builder().text(message).build())
        .locations(places.into_iter().take(1).collect::<Vec<_>>())
        .code_flows(flows)
        .build()
}

/// The order of steps over all threads is told by their numbers. None if no step has a place.
fn code_flow(steps: &[Step]) -> Option<CodeFlow> {
    let mut threads: BTreeMap<ThreadId, (String, Vec<ThreadFlowLocation>)> = BTreeMap::new();
    for step in steps {
        let Some(place) = &step.place else {
            continue;
        };
        let events: Vec<&str> = step
            .events
            .iter()
            .map(|event| event.text.as_str())
            .collect();
        let mut location = location(place);
        if !events.is_empty() {
            location.message = Some(Message::builder().text(events.join(", ")).build());
        }
        let step_location = ThreadFlowLocation::builder()
            .location(location)
            .execution_order(step.step as i64)
            .build();
        let title = || (step.title.clone(), Vec::new());
        threads
            .entry(step.thread)
            .or_insert_with(title)
            .1
            .push(step_location);
    }
    let flows = threads.into_values().map(|(title, locations)| {
        let message = Message::builder().text(title).build();
        ThreadFlow::builder()
            .locations(locations)
            .message(message)
            .build()
    });
    let flows: Vec<ThreadFlow> = flows.collect();
    (!flows.is_empty()).then(|| CodeFlow::builder().thread_flows(flows).build())
}

fn location(place: &Place) -> Location {
    let artifact = ArtifactLocation::builder().uri(uri(&place.file)).build();
    let mut physical = PhysicalLocation::builder()
        .artifact_location(artifact)
        .build();
    // Code that the compiler makes has no line.
    if place.line > 0 {
        let region = Region::builder()
            .start_line(i64::from(place.line))
            .start_column(i64::from(place.column.max(1)));
        physical.region = Some(region.build());
    }
    Location::builder().physical_location(physical).build()
}

/// Relative to the current directory where it can be: that is how code scanning knows the files of a repository.
fn uri(file: &str) -> String {
    let here = env::current_dir().unwrap_or_default();
    let path = Path::new(file);
    let relative = path.strip_prefix(here).unwrap_or(path);
    let prefix = if relative.is_absolute() {
        "file://"
    } else {
        ""
    };
    let encoded: String = relative.to_string_lossy().bytes().map(encoded).collect();
    format!("{prefix}{encoded}")
}

fn encoded(byte: u8) -> String {
    match byte {
        b'/' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn files_are_named_as_addresses() {
        assert_eq!(uri("src/a b.rs"), "src/a%20b.rs");
        assert_eq!(uri("/rustc/x.rs"), "file:///rustc/x.rs");
    }
}
