//! Walks a saved trail again, to the same error.

use trailhound_machine::{Choice, ErrorKind};
use trailhound_program::Locals;
use trailhound_trail::{self as trail, Continuation, Cursor, Promise, Reached, Report, Trail};

use crate::flow;
use crate::prepare::{not_prepared, prepare_as};
use crate::resolve::{Resolved, resolve};
use crate::session::{ResourceLimits, Session};
use crate::sharing::Sharing;
use crate::telling::told;
use crate::temporal;
use crate::trust;
use crate::verdict::Verdict;

/// A trail to be walked again. Its files are looked for from the current directory.
#[derive(Clone, Debug)]
pub struct Replay {
    pub trail: Trail,
    /// The caller has named the files of the program, which are then `trail.program.files`: a
    /// Cargo package is only built if it was named.
    pub files_are_named: bool,
    pub limits: ResourceLimits,
}

/// A trail that was walked, with all of its states.
pub struct Walked<'a, 'p> {
    pub report: &'a Report,
    pub cursor: Cursor<'p>,
}

impl Replay {
    pub fn of(trail: Trail) -> Replay {
        Replay {
            trail,
            files_are_named: false,
            limits: ResourceLimits::default(),
        }
    }

    pub fn run(&self) -> Verdict {
        self.run_in(&Session::new(self.limits))
    }

    /// The same in a session of the caller's, whose limits count.
    pub fn run_in(&self, session: &Session) -> Verdict {
        let resolved = match self.resolved(Locals::InRegisters, session) {
            Ok(resolved) => resolved,
            Err(verdict) => return *verdict,
        };
        let verdict = walk(&self.trail, &resolved, session);
        resolved.timed(Verdict {
            granularity: Some(resolved.machine.granularity),
            ..verdict
        })
    }

    /// Walks the trail, and hands each of its states to a function. The verdict says why there
    /// is nothing to look at.
    pub fn look_in<R>(
        &self,
        session: &Session,
        visit: impl FnOnce(Walked<'_, '_>) -> R,
    ) -> Result<R, Box<Verdict>> {
        let resolved = self.resolved(Locals::InRegisters, session)?;
        let verdict = walk(&self.trail, &resolved, session);
        let Some(found) = &verdict.found else {
            return Err(Box::new(verdict));
        };
        // More variables are found in memory; there the same choices lead to the same places, or
        // it is not used. Data choices may have other values there.
        let in_memory = match found.choices.iter().all(|choice| choice.value == 0) {
            true => self.resolved(Locals::InMemory, session).ok(),
            false => None,
        };
        let choices = &found.choices;
        let mut cursor = self.cursor(&resolved, choices);
        let mut richer = in_memory
            .as_ref()
            .map(|program| self.cursor(program, choices));
        let agree = richer
            .as_mut()
            .is_some_and(|richer| richer.agrees_with(&mut cursor));
        let cursor = richer.filter(|_| agree).unwrap_or(cursor);
        let report = &found.report;
        Ok(visit(Walked { report, cursor }))
    }

    fn cursor<'p>(&self, resolved: &'p Resolved, choices: &[Choice]) -> Cursor<'p> {
        let options = resolved.options(sharing(&self.trail));
        Cursor::new(&resolved.program, &resolved.names, &options, choices)
    }

    /// The program of the trail.
    fn resolved(&self, locals: Locals, session: &Session) -> Result<Resolved, Box<Verdict>> {
        let Replay { trail, .. } = self;
        if let Some(refusal) = trust::refusal(&trail.program, self.files_are_named) {
            return Err(Box::new(refusal));
        }
        let functions = &trail.options.properties.functions;
        let prepared = prepare_as(&trail.program, functions, locals, session);
        let prepared = prepared.map_err(|error| Box::new(not_prepared(error, session)))?;
        let resolved = resolve(prepared, &trail.program, &trail.options);
        resolved.map_err(|error| Box::new(Verdict::unsupported(error.to_string())))
    }
}

/// Walks `trail` on the program that it should be of.
pub(crate) fn walk(trail: &Trail, resolved: &Resolved, session: &Session) -> Verdict {
    let sharing = sharing(trail);
    let options = resolved.options(sharing);
    if !trail.is_of(trail::fingerprint(&resolved.program, &options)) {
        let reason = format!(
            "this is the trail of another program: the program has changed since, \
                 or another compiler or version of Trailhound made it (version {})",
            trail.version,
        );
        let hint = Some("check the program again with --trail to get a new one".to_owned());
        return Verdict {
            hint,
            ..Verdict::unsupported(reason)
        };
    }
    if trail.options.properties.sequence.is_some() {
        return flow::replay(resolved, sharing, session, trail.choices.clone());
    }
    if trail.error.kind == ErrorKind::Temporal.name() {
        let continuation = match trail.cycle_start {
            Some(start) => Continuation::Cycle(start),
            None => Continuation::Any,
        };
        return temporal::replay(resolved, sharing, trail, continuation);
    }
    let (promise, stem) = match trail.cycle_start {
        Some(start) => (Promise::Circle, start.min(trail.choices.len())),
        None => (Promise::Error, trail.choices.len()),
    };
    let stem = &trail.choices[..stem];
    let Resolved { program, names, .. } = resolved;
    let Reached { problem, lap } =
        match trail::reach(program, &options, trail.options.races, stem, promise) {
            Ok(reached) => reached,
            Err(error) => return Verdict::unsupported(error.to_string()),
        };
    let kind = problem.kind().map(|kind| kind.name());
    if kind != Some(trail.error.kind.as_str()) {
        let found = kind.unwrap_or("something that is not supported");
        let promised = &trail.error.kind;
        return Verdict::unsupported(format!(
            "the trail promises {promised} and leads to {found}"
        ));
    }
    let report = trail::replay_lap(program, names, &options, stem, &lap, &problem);
    told(&problem, report, [stem, &lap].concat(), None)
}

/// What the search of the trail took as shared.
fn sharing(trail: &Trail) -> Sharing {
    match trail.share_everything {
        true => Sharing::Everything,
        false => Sharing::Tracked,
    }
}
