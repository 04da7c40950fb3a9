//! What of a program would end an execution as unsupported, found in the code that `main` and
//! the constructors can reach. Says nothing of arguments that a model refuses.

use std::collections::BTreeMap;

use trailhound_machine::has_models;
use trailhound_program::{Callee, LocationId, Op, Program};
use trailhound_trail::ProgramRequest;

use crate::prepare::{PrepareError, prepare};
use crate::session::Session;

/// Something that cannot be executed, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub what: String,
    /// `file:line`, the user's own code where it is known; empty if only its address is used.
    pub places: Vec<String>,
}

/// Everything in the reachable program that cannot be executed, by name.
pub fn what_is_missing(
    request: &ProgramRequest,
    session: &Session,
) -> Result<Vec<Missing>, PrepareError> {
    Ok(missing_in(&prepare(request, session)?.program))
}

fn missing_in(program: &Program) -> Vec<Missing> {
    let models = has_models(program);
    let is_unknown = |id: usize| program.functions[id].body.is_none() && !models[id];
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (id, function) in program.functions.iter().enumerate() {
        if is_unknown(id) && !function.weak {
            found
                .entry(format!("function `{}`", function.display))
                .or_default();
        }
    }
    for body in program.functions.iter().filter_map(|f| f.body.as_ref()) {
        for (op, location) in body.code.iter().zip(&body.locations) {
            let what = match *op {
                Op::Unsupported { what } => body.unsupported[what as usize].to_string(),
                Op::Call { call } => match body.calls[call as usize].callee {
                    Callee::Direct(id) if is_unknown(id.index()) => {
                        format!("function `{}`", program.functions[id.index()].display)
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let places = found.entry(what).or_default();
            places.extend(place(program, *location).filter(|place| !places.contains(place)));
        }
    }
    for global in &program.globals {
        if let Some(what) = &global.refused {
            let name = &global.display;
            found
                .entry(format!("{what} in the initial value of `{name}`"))
                .or_default();
        }
    }
    found
        .into_iter()
        .map(|(what, places)| Missing { what, places })
        .collect()
}

fn place(program: &Program, id: LocationId) -> Option<String> {
    let source = &program.source;
    let users = source.user_location(id).map(|(_, location)| location);
    let location = users.or_else(|| source.location(id))?;
    Some(format!(
        "{}:{}",
        source.file(location.file).path,
        location.line
    ))
}
