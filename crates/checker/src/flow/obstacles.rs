//! Events of a property that cannot be recognised in the steps of a program, so that no execution
//! is searched for.

use trailhound_contracts::{
    Locking, Use, calls_at_end, calls_back, contract, locking, waits_for_condition,
};
use trailhound_flow::matching::is_function;
use trailhound_flow::property::{ActionPattern, Pattern, Property};
use trailhound_program::{
    Address, CallSite, Callee, Function, FunctionId, Op, Passed, Program, Reg, Space,
};

use super::proof::{is_entered_otherwise, untold};
use crate::resolve::called;

/// Why events of a property cannot be recognised.
pub fn obstacle(program: &Program, property: &Property) -> Option<String> {
    for function in called(property) {
        let mut functions = program.functions.iter();
        let meant = functions.find(|f| is_function(&f.display, function) && f.body.is_none());
        // They let a mutex go and take it again before they return, and nothing shows the moment.
        if let Some(meant) = meant.filter(|&meant| waits_for_condition(meant)) {
            let name = &meant.name;
            return Some(format!("calls of `{name}`, which last"));
        }
    }
    let patterns = || property.events.iter().flat_map(|event| &event.patterns);
    let is_unlock = |pattern: &Pattern| matches!(pattern.action, ActionPattern::Unlock(_));
    let shares =
        |function: &Function| locking(function).is_some_and(|(l, _)| l == Locking::SharedUnlock);
    if patterns().any(is_unlock) && program.functions.iter().any(shares) {
        return Some("whether who unlocks has written or read".to_owned());
    }
    let is_end = |action: &ActionPattern| matches!(action, ActionPattern::End);
    if patterns().any(|pattern| is_end(&pattern.action)) {
        // What runs at the end comes after it in the graph.
        let registers = program
            .functions
            .iter()
            .find(|function| calls_at_end(*function).is_some());
        if let Some(registers) = registers {
            return Some(format!(
                "ends of threads, in a program that calls `{}`",
                registers.name
            ));
        }
    }
    let mut called = called(property);
    if let Some(function) = called.find_map(|function| called_back(program, function)) {
        return Some(format!(
            "calls of `{function}`, which the library calls back"
        ));
    }
    let accessed = patterns().filter_map(|pattern| match &pattern.action {
        ActionPattern::Read(object) | ActionPattern::Write { object, .. } => Some(object.as_str()),
        _ => None,
    });
    accessed
        .into_iter()
        .find_map(|object| copied(program, object))
}

/// Where a block of memory is copied or filled, or a library function is given an address, that
/// may be `object` or a part of it: the machine does not tell of these as accesses.
fn copied(program: &Program, object: &str) -> Option<String> {
    let is_passed_on = untold(program, object).is_some();
    let variable = object.split(['[', '.']).next().unwrap_or(object);
    let global = program.globals.iter().position(|global| {
        global.display == variable || global.display.ends_with(&format!("::{variable}"))
    })?;
    for function in &program.functions {
        let Some(body) = &function.body else { continue };
        for (op, &location) in body.code.iter().zip(&body.locations) {
            let (touched, may_be_any): (Vec<Reg>, bool) = match *op {
                Op::CopyMemory { to, from, .. } => (vec![to, from], true),
                Op::SetMemory { to, .. } => (vec![to], true),
                Op::Call { call } => {
                    let touched = touched_by_call(program, &body.calls[call as usize]);
                    (touched, is_passed_on)
                }
                _ => continue,
            };
            let is_local = |register: Reg| {
                let mut code = body.code.iter();
                code.any(|op| matches!(*op, Op::Alloca { d, .. } if d == register))
            };
            let may_be = |register: &Reg| match body.constants.get(*register as usize) {
                Some(&constant) => is_in(constant, global),
                None => may_be_any && !is_local(*register),
            };
            if let Some((_, place)) = program.source.user_location(location)
                && touched.iter().any(may_be)
            {
                let path = &program.source.file(place.file).path;
                let file = path.rsplit('/').next().unwrap_or(path);
                return Some(format!(
                    "whether the memory copied, filled or passed at {file}:{} is `{object}`",
                    place.line
                ));
            }
        }
    }
    None
}

fn is_in(address: u64, global: usize) -> bool {
    let object = Address(address).object();
    object.space() == Space::STATIC && object.index() as usize == global
}

/// The registers that lead a library function to memory that it uses.
fn touched_by_call(program: &Program, site: &CallSite) -> Vec<Reg> {
    let Callee::Direct(callee) = site.callee else {
        return Vec::new();
    };
    let function = &program.functions[callee.index()];
    if function.body.is_some() {
        return Vec::new();
    }
    let contract = contract(function);
    let arguments = site.arguments.iter().enumerate();
    let used = arguments.filter(|(number, _)| contract.of_argument(*number) != Use::Nothing);
    used.filter_map(|(_, passed)| match *passed {
        Passed::Register(register) => Some(register),
        Passed::ByValue { .. } => None,
    })
    .collect()
}

/// The name of a function that a library function may have been given to call.
fn called_back<'n>(program: &Program, name: &'n str) -> Option<&'n str> {
    // What Rust's library registers for its thread-locals is its own.
    const REGISTERS: &str = "std::sys::thread_local::";
    let functions = (0..program.functions.len() as u32).map(FunctionId);
    let is_meant = |id: &FunctionId| is_function(&program.functions[id.index()].display, name);
    let meant: Vec<FunctionId> = functions.filter(is_meant).collect();
    let may_be = |given: Option<u64>| match given.map(|word| Address(word).object()) {
        Some(object) if object.space() == Space::FUNCTION => {
            meant.contains(&FunctionId(object.index()))
        }
        Some(_) => false,
        None => meant.iter().any(|&id| is_entered_otherwise(program, id)),
    };
    let callers = program.functions.iter();
    let mut callers = callers.filter(|caller| !caller.display.starts_with(REGISTERS));
    callers
        .any(|caller| {
            let body = caller.body.as_ref();
            let mut sites = body.into_iter().flat_map(|body| {
                let sites = body.calls.iter();
                sites.map(move |site| (site, &body.constants))
            });
            sites.any(|(site, constants)| {
                let Callee::Direct(callee) = site.callee else {
                    return false;
                };
                let symbol = program.functions[callee.index()].name.as_str();
                let argument = calls_back(symbol).or(calls_at_end(symbol));
                match argument.and_then(|argument| site.arguments.get(argument)) {
                    Some(&Passed::Register(register)) => {
                        may_be(constants.get(register as usize).copied())
                    }
                    _ => false,
                }
            })
        })
        .then_some(name)
}
