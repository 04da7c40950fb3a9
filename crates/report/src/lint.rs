//! The warnings of a lint, for people and for programs.

use trailhound_checker::lint::{Finding, Status, Summary};
use trailhound_checker::quantity::{count, counted};

use crate::json::plain;
use crate::style::{BOLD, DIM, ERROR, OK, PLACE, UNDECIDED, paint};

/// All warnings as JSON.
pub fn json(summary: &Summary) -> String {
    plain(summary)
}

/// All warnings for people, with marks for styles. `command` asks for the same warnings again.
pub fn text(summary: &Summary, command: &str) -> String {
    let mut text = String::new();
    for finding in &summary.findings {
        text += &told(finding, command);
        text.push('\n');
    }
    text + &last_line(summary)
}

fn told(finding: &Finding, command: &str) -> String {
    let style = match finding.status {
        Status::Confirmed => ERROR,
        Status::Open | Status::NotSearched => UNDECIDED,
        Status::CannotHappen => DIM,
    };
    let head = format!("warning {} [{}]", finding.number, finding.kind);
    let mut text = format!(
        "{}: {}\n",
        paint(style, head),
        paint(BOLD, &finding.message)
    );
    let width = finding.places.iter().map(|p| p.place.len()).max();
    let width = width.unwrap_or(0);
    for place in &finding.places {
        let at = format!("{:width$}", place.place);
        let source = place.text.as_deref().unwrap_or("");
        text += &format!("  {}  {source}\n", paint(PLACE, at));
        text += &format!(
            "  {:width$}  {}\n",
            "",
            paint(DIM, format!("^ {}", place.role))
        );
    }
    text + &outcome(finding, command)
}

fn outcome(finding: &Finding, command: &str) -> String {
    let states = counted(finding.states, "state");
    let said = match (finding.status, finding.error) {
        (Status::Confirmed, Some("interleaving")) => {
            let steps = counted(finding.steps.unwrap_or(0) as u64, "step");
            format!(
                "{}: another thread writes in between, in {steps}",
                paint(ERROR, "confirmed")
            )
        }
        (Status::Confirmed, error) => {
            let steps = counted(finding.steps.unwrap_or(0) as u64, "step");
            let error = error.unwrap_or("error");
            format!("{}: {error} after {steps}", paint(ERROR, "confirmed"))
        }
        (Status::CannotHappen, _) => {
            format!(
                "{}: no schedule of the program shows it",
                paint(OK, "cannot happen")
            )
        }
        (Status::Open, _) => {
            let reason = finding.reason.as_deref().unwrap_or("");
            format!("{}: {reason}", paint(UNDECIDED, "not confirmed"))
        }
        (Status::NotSearched, _) => return format!("  {}\n", paint(UNDECIDED, "not searched")),
    };
    let mut text = format!("  {said} ({states})\n");
    if let Some(trail) = &finding.saved_as {
        text += &format!("  the whole trail: trailhound replay {trail}\n");
    } else if finding.confirmed {
        text += &format!("  the whole trail: {command} --show {}\n", finding.number);
    }
    text
}

fn last_line(summary: &Summary) -> String {
    let all = summary.findings.len() as u64;
    if all == 0 {
        return format!("{}\n", paint(OK, "no warnings"));
    }
    let parts = [
        (Status::Confirmed, "confirmed"),
        (Status::Open, "not confirmed"),
        (Status::NotSearched, "not searched"),
        (Status::CannotHappen, "cannot happen"),
    ];
    let parts = parts.iter().filter_map(|&(status, name)| {
        let number = summary.with(status) as u64;
        (number > 0).then(|| format!("{} {name}", count(number)))
    });
    let parts: Vec<String> = parts.collect();
    format!("{}: {}\n", counted(all, "warning"), parts.join(", "))
}
