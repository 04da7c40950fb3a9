//! Warnings and what came of them, as data. The names of the fields are part of the JSON
//! interface.

use serde::Serialize;
use trailhound_lint::Kind;
use trailhound_machine::ErrorKind;
use trailhound_trail::Trail;

use super::confirm::{Answer, Tested};

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
    /// Replays the error, if it can be walked without marks.
    #[serde(skip)]
    pub trail: Option<Trail>,
    /// Where the caller has saved the trail.
    #[serde(rename = "trail", skip_serializing_if = "Option::is_none")]
    pub saved_as: Option<String>,
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
            saved_as: None,
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
    pub fn with(&self, status: Status) -> usize {
        self.findings.iter().filter(|f| f.status == status).count()
    }

    /// Whether a warning has come true, and otherwise whether none can.
    pub fn answer(&self) -> crate::verdict::Answer {
        match self {
            _ if self.with(Status::Confirmed) > 0 => crate::verdict::Answer::Error,
            _ if self.with(Status::Open) + self.with(Status::NotSearched) > 0 => {
                crate::verdict::Answer::Undecided
            }
            _ => crate::verdict::Answer::Ok,
        }
    }
}
