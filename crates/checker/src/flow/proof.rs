//! What a search through all states of a program does not prove: there are executions that the
//! machine does not have, and events that it does not tell of. It does not search itself.

use trailhound_contracts::{assumes, forks};
use trailhound_flow::matching::is_function;
use trailhound_flow::property::{ActionPattern, ArgumentPattern, Pattern, Property};
use trailhound_machine::Machine;
use trailhound_program::{Address, Body, FunctionId, Op, Program, Reg, Space, uses};

use crate::environment;
use crate::wakeups;

/// Why it is not proved by a search through all states that a rule holds, told from the text.
pub fn doubt(program: &Program, property: &Property) -> Option<String> {
    // After these the machine's executions are not all there are.
    let mut functions = program.functions.iter();
    if let Some(called) = functions.find(|&function| assumes(function) || forks(function)) {
        return Some(format!("it calls `{}`", called.name));
    }
    if let Some(name) = wakeups::waits_in_rust(program) {
        return Some(format!("it calls `{name}`"));
    }
    if let Some(doubt) = environment::asked_in_text(program) {
        return Some(doubt);
    }
    let patterns = property.events.iter().flat_map(|event| &event.patterns);
    patterns
        .into_iter()
        .find_map(|pattern| unseen(program, pattern))
}

/// The same, told from what a machine has done in the search.
pub fn doubt_after(program: &Program, machine: &Machine<'_>) -> Option<String> {
    if machine.leaves_choices_out() {
        Some("not all values of its inputs were tried".to_owned())
    } else if let Some(unfollowed) = &machine.unfollowed {
        Some(unfollowed.to_string())
    } else if machine.memory.missed_escape {
        Some("threads share memory in a way that was not foreseen".to_owned())
    } else if machine.observer.has_passed_place {
        Some("some events happen in atomic sections".to_owned())
    } else {
        environment::asked_of_machine(program, machine)
    }
}

/// What of a pattern the machine may not tell of.
fn unseen(program: &Program, pattern: &Pattern) -> Option<String> {
    match &pattern.action {
        ActionPattern::Call {
            function,
            arguments,
        } => {
            let is_wide = |argument: &ArgumentPattern| match argument {
                ArgumentPattern::Constant(number) => i32::try_from(*number).is_err(),
                _ => false,
            };
            if arguments.iter().any(is_wide) {
                return Some(format!("arguments of `{function}` are large numbers"));
            }
            let functions = (0..program.functions.len() as u32).map(FunctionId);
            functions
                .filter(|id| is_function(&program.functions[id.index()].display, function))
                .any(|id| is_entered_otherwise(program, id))
                .then(|| format!("`{function}` may be entered without a call"))
        }
        ActionPattern::Lock(object) | ActionPattern::Unlock(object) => {
            let is_static = globals(program, object).is_some();
            (!is_static).then(|| format!("`{object}` is not the same for all threads"))
        }
        ActionPattern::Read(object) => untold(program, object),
        ActionPattern::Write { object, value } => {
            // The same number in whatever width, with a sign or without.
            let is_plain = value.is_none_or(|value| (0..=i64::from(i8::MAX)).contains(&value));
            match is_plain {
                true => untold(program, object),
                false => Some(format!(
                    "of what is written to `{object}` the width is not known"
                )),
            }
        }
        ActionPattern::Start | ActionPattern::End => {
            Some("threads start and end at other moments, too".to_owned())
        }
        ActionPattern::Mark(_) => None,
    }
}

/// Whether a function of the program may be entered by something else than a call: at the
/// start, at the end, by a new thread, by the library.
pub fn is_entered_otherwise(program: &Program, id: FunctionId) -> bool {
    let address = |word: u64| {
        let object = Address(word).object();
        object.space() == Space::FUNCTION && object.index() == id.0
    };
    let has_body = program.functions[id.index()].body.is_some();
    let mut bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    has_body
        && (id == program.main
            || program.constructors.contains(&id)
            || program.destructors.contains(&id)
            || bodies.any(|body| body.constants.iter().copied().any(address))
            || initial_words(program).any(address))
}

/// All words in the initial content of globals that may be addresses.
fn initial_words(program: &Program) -> impl Iterator<Item = u64> {
    program.globals.iter().flat_map(|global| {
        let words = global.bytes.windows(8);
        words.map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
    })
}

/// The globals that an object may be a part of; none where some are no objects that threads share.
fn globals(program: &Program, object: &str) -> Option<Vec<usize>> {
    let variable = object.split(['[', '.']).next().unwrap_or(object);
    let ending = format!("::{variable}");
    let named = |name: &str| name == variable || name.ends_with(&ending);
    let globals = program.globals.iter().enumerate();
    let found: Vec<usize> = globals
        .filter(|(_, global)| named(&global.display))
        .map(|(number, _)| number)
        .collect();
    let is_shared = |&number: &usize| {
        let global = &program.globals[number];
        !global.thread_local && !global.constant && !global.external
    };
    (!found.is_empty() && found.iter().all(is_shared)).then_some(found)
}

/// What may be done to an object that the machine does not tell of as an access: it tells of
/// the operations that load and store, not of those that copy, nor of what the library does.
pub fn untold(program: &Program, object: &str) -> Option<String> {
    let Some(globals) = globals(program, object) else {
        return Some(format!("`{object}` is not the same for all threads"));
    };
    let is_meant = |word: u64| {
        let object = Address(word).object();
        object.space() == Space::STATIC && globals.contains(&(object.index() as usize))
    };
    let mut bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    let is_passed_on =
        bodies.any(|body| passes_on(body, is_meant)) || initial_words(program).any(is_meant);
    is_passed_on.then(|| format!("the address of `{object}` is passed on"))
}

/// Whether a function does more with some addresses than to load and to store there.
fn passes_on(body: &Body, is_meant: impl Fn(u64) -> bool) -> bool {
    let mut addresses: Vec<bool> = body.constants.iter().map(|&word| is_meant(word)).collect();
    if !addresses.contains(&true) {
        return false;
    }
    addresses.resize(body.registers as usize, false);
    // Addresses inside of them are addresses, too.
    loop {
        let mut has_grown = false;
        for op in &body.code {
            let (d, from) = match *op {
                Op::Move { d, a } | Op::Freeze { d, a } => (d, [a, a]),
                Op::AddScaled { d, a, .. } | Op::AddOffset { d, a, .. } => (d, [a, a]),
                Op::Select { d, a, b, .. } => (d, [a, b]),
                _ => continue,
            };
            if from.iter().any(|&from| addresses[from as usize]) {
                has_grown |= !std::mem::replace(&mut addresses[d as usize], true);
            }
        }
        if !has_grown {
            break;
        }
    }
    let is_address = |register: Reg| addresses[register as usize];
    body.code.iter().any(|op| match *op {
        Op::Load { .. }
        | Op::LoadMany { .. }
        | Op::Move { .. }
        | Op::Freeze { .. }
        | Op::AddOffset { .. } => false,
        Op::Compare { .. } | Op::CompareBranch { .. } => false,
        Op::AddScaled { index, .. } => is_address(index),
        Op::Select { condition, .. } => is_address(condition),
        Op::Store { v, .. } => is_address(v),
        Op::StoreMany { v, shape, .. } => {
            let parts = body.shapes[shape as usize].parts.len() as Reg;
            (v..v + parts).any(is_address)
        }
        Op::ReadModifyWrite { v, .. } => is_address(v),
        Op::CompareExchange { expected, new, .. } => is_address(expected) || is_address(new),
        _ => {
            let mut is_used = false;
            uses(op, body, |register| is_used |= is_address(register));
            is_used
        }
    })
}
