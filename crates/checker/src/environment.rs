//! What a program asks of the outside, of which the machine has one answer of several: its
//! arguments, input, files, the environment, time, random numbers. A search through all states
//! has not seen what it does with the others.

use trailhound_contracts::{ASKING_PATHS, Asking, asking};
use trailhound_machine::Machine;
use trailhound_program::{Body, Callee, FunctionId, Op, Program, Reg, Trust, uses};

use crate::weak_atomics::WeakAtomics;

/// What the program may be told otherwise, by its text; by other threads too, if its atomics are
/// weaker than the search takes them to be.
pub fn asked_in_text(program: &Program) -> Option<String> {
    let weaker = WeakAtomics::of(program, &Trust::default());
    if let Some(note) = weaker.note("check explores them") {
        return Some(format!("it was {note}"));
    }
    if program.is_rust() {
        let asked = called_by_user(program, ASKING_PATHS)?;
        return Some(format!("it calls `{asked}`"));
    }
    uses_arguments(program).then(|| "it may get other arguments".to_owned())
}

/// The same, by what a machine has executed.
pub fn asked_of_machine(program: &Program, machine: &Machine<'_>) -> Option<String> {
    let rust = program.is_rust();
    let mut modelled = machine.observer.modelled.iter();
    modelled.find_map(|&FunctionId(number)| {
        let function = &program.functions[number as usize];
        let is_asking = match asking(function)? {
            Asking::Program => true,
            Asking::Startup => !rust,
        };
        is_asking.then(|| format!("what `{}` returns may be something else", function.name))
    })
}

/// A function with one of these paths that the user's code calls, or that was inlined there.
pub fn called_by_user<'p>(program: &'p Program, paths: &[&str]) -> Option<&'p str> {
    let source = &program.source;
    let is_asking = |display: &&str| {
        let path = display.trim_start_matches('<').replacen(">::", "::", 1);
        paths.iter().any(|asking| path.starts_with(asking))
    };
    let called = |body: &Body, op: &Op| -> Option<&'p str> {
        let Op::Call { call } = *op else { return None };
        let Callee::Direct(callee) = body.calls[call as usize].callee else {
            return None;
        };
        Some(&program.functions[callee.index()].display)
    };
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    let places = bodies.flat_map(|body| {
        let places = body.code.iter().zip(&body.locations);
        places.map(move |(op, &location)| (called(body, op), location))
    });
    places.into_iter().find_map(|(mut called, location)| {
        // Each function of the chain was called by the next one.
        for (_, location) in source.inline_chain(location) {
            let is_users = !source.file(location.file).library;
            if let Some(asking) = called.filter(is_asking).filter(|_| is_users) {
                return Some(asking);
            }
            called = Some(&source.function(location.function).display);
        }
        None
    })
}

/// Whether `main` looks at what it is given.
fn uses_arguments(program: &Program) -> bool {
    let Some(body) = &program.functions[program.main.index()].body else {
        return true;
    };
    let first = body.constants.len() as Reg;
    let parameters = first..first + body.parameters;
    let mut is_used = false;
    for op in &body.code {
        uses(op, body, |register| {
            is_used |= parameters.contains(&register)
        });
    }
    is_used
}
