//! Warns about locks and shared variables from the program's text, and puts each warning to the
//! test by a search that is led through its places.

mod confirm;
mod finding;
mod hunt;
mod lead;
mod marks;
mod words;

use std::time::Instant;

use trailhound_analysis::{CallGraph, Pointers};
use trailhound_lint::{Warning, warnings};
use trailhound_machine::entered_by_models;
use trailhound_program::Program;
use trailhound_trail::{self as trail, MachineRequest, ProgramRequest};

pub use finding::{Finding, Place, Status, Summary};

use crate::prepare::{not_prepared, prepare_wide};
use crate::resolve::{Resolved, resolve};
use crate::session::Session;
use crate::telling::{told, with_trail};
use crate::verdict::{Answer as VerdictAnswer, Verdict};
use confirm::{Answer, Proof, Tested};
use marks::marked;
use words::Words;

/// A program to be looked through for warnings. The defaults are those of `trailhound lint`.
#[derive(Clone, Debug)]
pub struct Lint {
    pub program: ProgramRequest,
    /// States that each search for a schedule may store.
    pub max_states: u64,
    /// Put the warnings to the test.
    pub search: bool,
}

impl Lint {
    pub const MAX_STATES: u64 = 200_000;

    pub fn of(program: ProgramRequest) -> Lint {
        Lint {
            program,
            max_states: Lint::MAX_STATES,
            search: true,
        }
    }

    /// All warnings, those that a schedule proves first.
    pub fn run(&self) -> Result<Summary, Box<Verdict>> {
        self.run_in(&Session::default())
    }

    /// The same in a session of the caller's, whose limits count.
    pub fn run_in(&self, session: &Session) -> Result<Summary, Box<Verdict>> {
        let resolved = self.resolved(session)?;
        let started = Instant::now();
        let found = suspected(&resolved.program);
        let seconds = started.elapsed().as_secs_f64();
        let linting = Linting {
            request: self,
            resolved: &resolved,
            session,
        };
        let findings = linting.findings(&found);
        Ok(Summary { findings, seconds })
    }

    /// The whole trail of the warning with this number, from 1.
    pub fn show(&self, number: usize, session: &Session) -> Verdict {
        let resolved = match self.resolved(session) {
            Ok(resolved) => resolved,
            Err(verdict) => return *verdict,
        };
        let linting = Linting {
            request: self,
            resolved: &resolved,
            session,
        };
        linting.show(&suspected(&resolved.program), number)
    }

    fn resolved(&self, session: &Session) -> Result<Resolved, Box<Verdict>> {
        let prepared = prepare_wide(&self.program, session)
            .map_err(|error| Box::new(not_prepared(error, session)))?;
        resolve(prepared, &self.program, &MachineRequest::default())
            .map_err(|error| Box::new(Verdict::unsupported(error.to_string())))
    }
}

/// What the program's text is suspected of.
fn suspected(program: &Program) -> Vec<Warning> {
    let entered = entered_by_models(program);
    warnings(&CallGraph::new(program, entered, Pointers::Cast))
}

struct Linting<'a> {
    request: &'a Lint,
    resolved: &'a Resolved,
    session: &'a Session,
}

impl Linting<'_> {
    fn words(&self) -> Words<'_> {
        Words::new(&self.resolved.program, &self.resolved.names)
    }

    fn findings(&self, warnings: &[Warning]) -> Vec<Finding> {
        let mut words = self.words();
        let mut findings = Vec::new();
        for (index, warning) in warnings.iter().enumerate() {
            let title = words.title(warning);
            let tested = self
                .request
                .search
                .then(|| self.test(warning, &title, index + 1, warnings.len()));
            let mut finding = self.finding(&mut words, warning, index + 1, title, &tested);
            if let Some(Tested {
                answer: Answer::Confirmed(proof),
                ..
            }) = &tested
                && !proof.marked
            {
                finding.trail = self.told(proof, None).trail;
            }
            findings.push(finding);
        }
        findings.sort_by_key(|finding| finding.rank());
        findings
    }

    fn test(&self, warning: &Warning, title: &str, number: usize, of: usize) -> Tested {
        if let Some(stop) = self.session.budget().exhausted() {
            return Tested {
                answer: Answer::Open(self.session.reason(stop).to_owned()),
                states: 0,
            };
        }
        let label = format!("warning {number} of {of}, {}", warning.kind.name());
        let mut phase = self.session.phase(label);
        confirm::test(
            self.resolved,
            warning,
            title,
            self.request.max_states,
            self.session,
            &mut phase,
        )
    }

    fn finding(
        &self,
        words: &mut Words<'_>,
        warning: &Warning,
        number: usize,
        title: String,
        tested: &Option<Tested>,
    ) -> Finding {
        let mut places: Vec<Place> = Vec::new();
        for spot in &warning.spots {
            let place = Place {
                place: words.place(spot.at.user),
                text: words.text(spot.at.user),
                role: words.role(warning, spot),
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
        Finding::new(warning.kind, number, title, places, tested)
    }

    fn told(&self, proof: &Proof, warning: Option<&Warning>) -> Verdict {
        let resolved = self.resolved;
        let with_marks;
        let program = match warning {
            Some(warning) if proof.marked => {
                with_marks = marked(&resolved.program, warning);
                &with_marks
            }
            _ => &resolved.program,
        };
        let options = resolved.options(proof.sharing);
        let names = &resolved.names;
        let report = trail::replay(program, names, &options, &proof.choices, &proof.problem);
        let verdict = told(&proof.problem, report, proof.choices.clone(), None);
        match proof.marked {
            true => verdict,
            false => with_trail(resolved, proof.sharing, verdict),
        }
    }

    fn show(&self, warnings: &[Warning], number: usize) -> Verdict {
        let Some(warning) = number.checked_sub(1).and_then(|n| warnings.get(n)) else {
            let count = warnings.len();
            return Verdict::unsupported(format!("there is no warning {number} of {count}"));
        };
        let title = self.words().title(warning);
        let tested = self.test(warning, &title, number, warnings.len());
        match tested.answer {
            Answer::Confirmed(proof) => self.told(&proof, Some(warning)),
            Answer::CannotHappen => Verdict {
                reason: Some(format!("warning {number} cannot come true: {title}")),
                ..Verdict::new(VerdictAnswer::Ok)
            },
            Answer::Open(reason) => {
                Verdict::undecided(format!("warning {number} is not decided: {reason}"))
            }
        }
    }
}
