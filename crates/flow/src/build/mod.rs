//! From a program to its trace flow graph. The text of every thread is followed from its
//! start (`walk`), with calls inlined and loops unrolled as far as constants tell; what is
//! seen on the way becomes the nodes of the graph (`assemble`), and an analysis of starts
//! and joins tells which of them may follow one another (`parallel`).
//!
//! Everything is conservative: each sequence of actions of an execution that ends is that
//! of a path. An execution that ends in an error (a failed assertion, an abort, an exception
//! that nobody catches) is the beginning of a path.

mod accesses;
mod assemble;
mod atomics;
mod bulk;
mod calls;
mod communications;
mod external;
mod facts;
mod interest;
mod keeping;
mod keeping_by_name;
mod knowledge;
mod library;
mod lock_names;
mod locks;
mod memory;
mod mutexes;
mod parallel;
mod passing;
mod points;
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
use trailhound_program::{Callee, FunctionId, Op, Passed, Program};

pub use interest::Naming;
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

/// What comes of a panic of Rust that ends a thread other than the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThreadPanics {
    /// Others go on, and who joins the thread gets to know.
    #[default]
    GoOn,
    /// It is a failure of the program: nothing of what follows counts.
    Fail,
}

/// How a graph is to be built.
pub struct BuildOptions<'a> {
    /// Which actions matter. An action without an object or a value stands for all of its
    /// kind: it matters if one of them does. A variable whose tests matter must say so for
    /// its writes, too.
    pub interest: &'a dyn Fn(&Action) -> bool,
    /// Which actions on objects are worth to be seen as well, so that constraints can be
    /// thought of. Where it is not sure whether something is done to an object that only these
    /// ask about, nothing that is done to it is shown.
    pub optional: &'a dyn Fn(&Action) -> bool,
    /// What the parts of globals are called.
    pub names: Naming<'a>,
    /// What comes of a panic that ends a thread other than the first.
    pub panics: ThreadPanics,
    /// Threads that loops may start before they are taken as one task that stands for many.
    pub threads: u32,
    /// Turns of loops that are told apart.
    pub turns: u32,
    /// Whether threads are seen to meet at channels: the functions of the library in which they do
    /// are known by their parameters, which an optimising compiler may have changed.
    pub meetings: bool,
    /// Operations that may be walked before the graph is too large.
    pub max_operations: usize,
}

impl BuildOptions<'_> {
    pub const THREADS: u32 = 32;
    pub const TURNS: u32 = 64;
    pub const OPERATIONS: usize = 1_000_000;
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum BuildError {
    #[error("the trace flow graph is too large; name fewer events")]
    TooLarge,
    #[error("`{0}` makes the flow of control unknown to trace flow graphs")]
    Unsupported(String),
    #[error(
        "a thread that ends in `{0}` would run destructors or handlers there, which graphs do not show"
    )]
    UnwindsThread(String),
    #[error("which function a thread starts with cannot be told at a call of `{0}`")]
    UnknownEntry(String),
    #[error("calls of `{0}` were inlined by the compiler; mark it #[inline(never)]")]
    Inlined(String),
}

/// Builds the trace flow graph of a program. Its call graph must include calls of functions as if they were
/// of other types.
pub fn build(
    call_graph: &CallGraph<'_>,
    options: &BuildOptions<'_>,
) -> Result<TraceFlowGraph, BuildError> {
    let program = call_graph.program;
    let mut interest = Interest::new(program, options.interest, options.optional, options.names);
    check_inlined(call_graph, &interest)?;
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

/// Calls that are asked about must be calls: those that the compiler has inlined are not seen.
fn check_inlined(call_graph: &CallGraph<'_>, interest: &Interest) -> Result<(), BuildError> {
    let program = call_graph.program;
    let name = |function: u32| &program.source.functions[function as usize].display;
    let wanted = |function: u32| {
        interest.wants(&Action::Call {
            function: name(function).clone(),
            arguments: Vec::new(),
        })
    };
    match inlined(program, &|id| call_graph.reaches(id), &wanted)[..] {
        [first, ..] => Err(BuildError::Inlined(name(first).clone())),
        [] => Ok(()),
    }
}

/// The functions that are `wanted`, by their numbers in the source, of which code was inlined
/// into functions that are reached.
fn inlined(
    program: &Program,
    reached: &dyn Fn(FunctionId) -> bool,
    wanted: &dyn Fn(u32) -> bool,
) -> Vec<u32> {
    let mut seen = vec![false; program.source.functions.len()];
    let mut found = Vec::new();
    for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
        let Some(body) = function.body.as_ref().filter(|_| reached(id)) else {
            continue;
        };
        for (op, &location) in body.code.iter().zip(&body.locations) {
            if matches!(op, Op::Nop) {
                continue;
            }
            for (_, location) in program.source.inline_chain(location) {
                if location.inlined_at.is_some()
                    && !std::mem::replace(&mut seen[location.function as usize], true)
                    && wanted(location.function)
                {
                    found.push(location.function);
                }
            }
        }
    }
    found
}
