//! How warnings are printed: for people, and for programs. The names of the fields are part
//! of the JSON interface.

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use trailhound_lint::Kind;
use trailhound_machine::ErrorKind;

use super::confirm::{Answer, Tested};
use crate::quantity::{count, counted};
use crate::report::json::plain;
use crate::report::style::{BOLD, DIM, ERROR, OK, PLACE, UNDECIDED, paint, render};

/// A place of a warning.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    pub place: String,
    pub text: Option<String>,
    pub role: String,
}

/// What came of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Confirmed,
    Open,
    NotSearched,
    CannotHappen,
}

/// A warning and what came of it.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub number: usize,
    pub kind: &'static str,
    pub message: String,
    pub places: Vec<Place>,
    pub confirmed: bool,
    pub status: Status,
    /// The error that was found, or `interleaving`, and how many steps lead there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// Why it is not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub states: u64,
    /// Where the trail was saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail: Option<String>,
}

impl Finding {
    pub fn new(
        kind: Kind,
        number: usize,
        message: String,
        places: Vec<Place>,
        tested: &Option<Tested>,
    ) -> Finding {
        let mut finding = Finding {
            number,
            kind: kind.name(),
            message,
            places,
            confirmed: false,
            status: Status::NotSearched,
            error: None,
            steps: None,
            reason: None,
            states: tested.as_ref().map_or(0, |tested| tested.states),
            trail: None,
        };
        match tested.as_ref().map(|tested| &tested.answer) {
            None => {}
            Some(Answer::CannotHappen) => finding.status = Status::CannotHappen,
            Some(Answer::Open(reason)) => {
                finding.status = Status::Open;
                finding.reason = Some(reason.clone());
            }
            Some(Answer::Confirmed(proof)) => {
                finding.status = Status::Confirmed;
                finding.confirmed = true;
                finding.steps = Some(proof.choices.len());
                finding.error = proof.problem.kind().map(|kind| match kind {
                    ErrorKind::Temporal => "interleaving",
                    kind => kind.name(),
                });
            }
        }
        finding
    }

    /// Those that are proved come first.
    pub fn rank(&self) -> (Status, usize) {
        (self.status, self.number)
    }
}

/// All warnings about a program.
#[derive(Serialize)]
pub struct Summary {
    #[serde(rename = "warnings")]
    pub findings: Vec<Finding>,
    /// What finding them in the program's text has taken.
    #[serde(rename = "analysis_seconds")]
    pub seconds: f64,
}

impl Summary {
    fn with(&self, status: Status) -> usize {
        self.findings.iter().filter(|f| f.status == status).count()
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            _ if self.with(Status::Confirmed) > 0 => 1,
            _ if self.with(Status::Open) + self.with(Status::NotSearched) > 0 => 3,
            _ => 0,
        })
    }
}

pub fn json(summary: &Summary) {
    print!("{}", plain(summary));
}

pub fn text(summary: &Summary, command: &str, colour: ColorChoice) {
    let mut text = String::new();
    for finding in &summary.findings {
        text += &told(finding, command);
        text.push('\n');
    }
    text += &last_line(summary);
    // Whoever closes the pipe has seen enough.
    let mut stdout = AutoStream::new(io::stdout(), colour);
    let _ = stdout
        .write_all(render(&text).as_bytes())
        .and_then(|()| stdout.flush());
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
    if let Some(trail) = &finding.trail {
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
