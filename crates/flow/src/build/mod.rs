//! From a program to its trace flow graph. The text of every thread is followed from its
//! start (`walk`), with calls inlined and loops unrolled as far as constants tell; what is
//! seen on the way becomes the nodes of the graph (`assemble`), and an analysis of starts
//! and joins tells which of them may follow one another (`parallel`).
//!
//! Everything is conservative: each sequence of actions of an execution that ends is that
//! of a path. An execution that ends in an error (a failed assertion, an abort, an exception
//! that is not caught) is the beginning of a path.

mod accesses;
mod allocators;
mod assemble;
mod atomics;
mod bulk;
mod calls;
mod communications;
mod current;
mod draft;
mod external;
mod facts;
mod ids;
mod inlining;
mod interest;
mod keeping;
mod keeping_by_name;
mod knowledge;
mod library;
mod lock_names;
mod lock_naming;
mod locks;
mod meetings;
mod memory;
mod mutexes;
mod options;
mod origins;
mod parallel;
mod passing;
mod points;
mod published;
mod reach;
mod rendezvous;
mod shape;
mod sites;
mod state;
mod task_names;
mod thread_arguments;
mod thread_exits;
mod transfer;
mod turns;
mod unknown;
mod value;
mod walk;

use trailhound_analysis::{CallGraph, function_of};
use trailhound_contracts::calls_at_end;
use trailhound_program::{Callee, FunctionId, Passed};

pub use interest::Naming;
pub use options::{BuildError, BuildOptions, ThreadPanics};
pub use rendezvous::inlined_meetings;

use crate::action::Action;
use crate::graph::TraceFlowGraph;
use facts::Facts;
use interest::Interest;
use keeping::Keeping;
use knowledge::Knowledge;
use rendezvous::Rendezvous;
use sites::Sites;
use walk::Walk;

/// Builds the trace flow graph of a program. Its call graph must include calls of functions as if they were
/// of other types.
pub fn build(
    call_graph: &CallGraph<'_>,
    options: &BuildOptions<'_>,
) -> Result<TraceFlowGraph, BuildError> {
    let program = call_graph.program;
    let mut interest = Interest::new(program, options.interest, options.optional, options.names);
    inlining::check_inlined(call_graph, &interest)?;
    thread_exits::check(call_graph)?;
    let keeping = Keeping::of(call_graph);
    let mut assumed = Knowledge::default();
    assumed.escaped.extend(interest.in_tables());
    let rendezvous = match options.meetings {
        true => Rendezvous::of(call_graph),
        false => Rendezvous::none(program),
    };
    let odd_mutexes = mutexes::some_are_odd(call_graph);
    let mut sites = Sites::default();
    loop {
        interest.hide(&assumed.escaped);
        let asked = (&interest, &rendezvous);
        let facts = Facts::of(call_graph, asked, &keeping);
        let mut walk = Walk::new(call_graph, &facts, asked, options, &assumed);
        walk.sites = std::mem::take(&mut sites);
        walk.odd_mutexes = odd_mutexes;
        walk.at_end = seen_at_end(call_graph, (&facts, &interest));
        walk.run()?;
        let many = assemble::many_tasks(&walk);
        walk.check_lock_names(&many);
        walk.check_thread_arguments(&many);
        let mut known = assumed.clone();
        if !known.add(std::mem::take(&mut walk.found)) {
            return Ok(assemble::assemble(&walk));
        }
        sites = std::mem::take(&mut walk.sites);
        assumed = known;
    }
}

/// The functions that run at the end of threads and of the program, as far as they do anything
/// that was asked for.
fn seen_at_end(
    call_graph: &CallGraph<'_>,
    (facts, interest): (&Facts<'_>, &Interest),
) -> Vec<FunctionId> {
    // What Rust's library runs at the end of a thread calls what thread-locals have registered:
    // by its type it could call anything.
    const REGISTERS: &str = "std::sys::thread_local::";
    const DESTROYS: &str = "std::sys::thread_local::native::";
    let program = call_graph.program;
    let display = |function: FunctionId| program.functions[function.index()].display.as_str();
    let mut seen = program.destructors.clone();
    for (caller, body) in call_graph.bodies() {
        for site in &body.calls {
            let Callee::Direct(callee) = site.callee else {
                continue;
            };
            let symbol = program.functions[callee.index()].name.as_str();
            let Some(argument) = calls_at_end(symbol) else {
                continue;
            };
            let known = match site.arguments.get(argument) {
                Some(&Passed::Register(register)) => body.constants.get(register as usize),
                _ => None,
            };
            match known.copied().and_then(function_of) {
                Some(function) => seen.push(function),
                None if known == Some(&0) => {}
                None if display(caller).starts_with(REGISTERS) => {
                    let destroys = |f: &FunctionId| display(*f).starts_with(DESTROYS);
                    seen.extend(call_graph.reached().filter(destroys));
                }
                None => seen.extend(&call_graph.at_end),
            }
        }
    }
    seen.retain(|&function| {
        let body = program.functions[function.index()].body.is_some();
        let runs =
            display(function).starts_with(REGISTERS) && !display(function).starts_with(DESTROYS);
        let call = Action::Call {
            function: display(function).to_owned(),
            arguments: Vec::new(),
        };
        let seen = facts.of_function(function).relevant || interest.wants(&call);
        body && !runs && seen
    });
    seen.sort_unstable();
    seen.dedup();
    seen
}
