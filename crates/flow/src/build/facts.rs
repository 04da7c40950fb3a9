//! What the functions of a program may do, those that they call included: which of them
//! must be followed, and what a call may change that is passed over. By their text alone.

use trailhound_analysis::{CallGraph, components, global_of, lock_word};
use trailhound_contracts::{
    Contract, Joining, Use, contract, creates_thread, ends_thread, fails, format_argument, formats,
    joining, leaves_the_graph, locking, marks, never_returns, raises,
};
use trailhound_program::{
    Body, CallSite, Callee, FunctionId, Op, Passed, Program, Reg, UnknownConstruct, uses,
};

use super::interest::Interest;
use super::keeping::Keeping;
use super::rendezvous::Rendezvous;
use crate::action::{Action, Argument};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Does something that was asked for, or starts or joins a thread.
    pub relevant: bool,
    /// Reads, writes or locks through addresses that its text does not show.
    pub reads: bool,
    pub writes: bool,
    pub locks: bool,
    /// An exception may leave it.
    pub raises: bool,
    /// May end the program.
    pub exits: bool,
    /// May tell those at a channel that the last one on the other side is gone.
    pub parts: bool,
    /// Variables whose address stands in its text.
    pub mentions: Vec<u32>,
    /// Those of them whose address may be elsewhere afterwards.
    pub leaks: Vec<u32>,
}

impl Summary {
    fn add(&mut self, other: &Summary) {
        self.relevant |= other.relevant;
        self.reads |= other.reads;
        self.writes |= other.writes;
        self.locks |= other.locks;
        self.raises |= other.raises;
        self.exits |= other.exits;
        self.parts |= other.parts;
        unite(&mut self.mentions, &other.mentions);
        unite(&mut self.leaks, &other.leaks);
    }
}

fn unite(mine: &mut Vec<u32>, theirs: &[u32]) {
    if !theirs.is_empty() {
        mine.extend(theirs);
        mine.sort_unstable();
        mine.dedup();
    }
}

pub struct Facts<'a> {
    summaries: Vec<Summary>,
    /// Functions that end the program with a failure, unless they were told otherwise.
    failing: Vec<bool>,
    /// Functions that would call through a pointer a handler, and none was set.
    hookless: Vec<bool>,
    pub keeping: &'a Keeping,
}

impl<'a> Facts<'a> {
    pub fn of(
        call_graph: &CallGraph<'_>,
        (interest, rendezvous): (&Interest, &Rendezvous),
        keeping: &'a Keeping,
    ) -> Facts<'a> {
        let program = call_graph.program;
        let count = program.functions.len();
        let (failing, hookless) = (failing(call_graph), hookless(call_graph));
        let body = |id: u32| {
            let entered = call_graph.reaches(FunctionId(id)) && !failing[id as usize];
            call_graph.body(FunctionId(id)).filter(|_| entered)
        };
        let successors = |id: u32| -> Vec<u32> {
            let Some(body) = body(id) else {
                return Vec::new();
            };
            let means = |call: u32, target: FunctionId| {
                let site = &body.calls[call as usize];
                matches!(site.callee, Callee::Direct(_))
                    || !hookless[id as usize] && may_mean(call_graph, FunctionId(id), site, target)
            };
            let mut called: Vec<u32> = Vec::new();
            for call in 0..body.calls.len() as u32 {
                let targets = call_graph.targets(FunctionId(id), call).iter();
                called.extend(targets.filter(|&&f| means(call, f)).map(|f| f.0));
            }
            // Models that let the program's own code put text together.
            let formats = |site: &CallSite| match site.callee {
                Callee::Direct(callee) => formats(&program.functions[callee.index()]),
                Callee::Indirect(_) => false,
            };
            if body.calls.iter().any(formats) {
                called.extend(call_graph.entered.iter().map(|f| f.0));
            }
            called.sort_unstable();
            called.dedup();
            called
        };
        let mut facts = Facts {
            summaries: vec![Summary::default(); count],
            failing: failing.clone(),
            hookless: hookless.clone(),
            keeping,
        };
        let all: Vec<u32> = call_graph.reached().map(|function| function.0).collect();
        // Callees first.
        for component in components(&all, count, &successors, &|_| true)
            .into_iter()
            .rev()
        {
            let mut joined = Summary::default();
            for &member in &component {
                joined.add(&match body(member) {
                    Some(body) => {
                        let asked = (interest, rendezvous);
                        let id = FunctionId(member);
                        let mut summary = own(call_graph, asked, id, body);
                        summary.leaks = leaks(call_graph, keeping, FunctionId(member), body);
                        summary
                    }
                    None => external(program, FunctionId(member)),
                });
                for called in successors(member) {
                    if !component.contains(&called) {
                        joined.add(&facts.summaries[called as usize]);
                    }
                }
            }
            for &member in &component {
                facts.summaries[member as usize] = joined.clone();
            }
        }
        facts
    }

    /// Whether to call the function is the program's failure.
    pub fn fails(&self, function: FunctionId) -> bool {
        self.failing[function.index()]
    }

    /// Whether calls through pointers in the function mean nothing.
    pub fn is_hookless(&self, function: FunctionId) -> bool {
        self.hookless[function.index()]
    }

    pub fn of_function(&self, function: FunctionId) -> &Summary {
        &self.summaries[function.index()]
    }
}

/// `std::terminate` aborts, unless a handler was set: by its type that could be any
/// function, but only one function of the library sets it.
fn failing(call_graph: &CallGraph<'_>) -> Vec<bool> {
    let is_set = is_reached(call_graph, "std::set_terminate(");
    let functions = call_graph.program.functions.iter();
    functions
        .map(|function| !is_set && function.display == "std::terminate()")
        .collect()
}

/// The same of what is called when there is no memory.
fn hookless(call_graph: &CallGraph<'_>) -> Vec<bool> {
    let is_set = is_reached(call_graph, "std::set_new_handler(");
    let functions = call_graph.program.functions.iter();
    functions
        .map(|function| !is_set && function.display.starts_with("trailhound::allocate("))
        .collect()
}

/// Whether a call through a pointer in one function may be one of another. C++ calls functions by
/// their exact type, unless they may be cast, and never `main`. An exception of C++ is thrown with its
/// destructor, and nothing else, to be called when it is over.
pub fn may_mean(
    call_graph: &CallGraph<'_>,
    caller: FunctionId,
    site: &CallSite,
    callee: FunctionId,
) -> bool {
    let program = call_graph.program;
    let by = &program.functions[caller.index()];
    let called = &program.functions[callee.index()];
    let is_cpp = by.name.starts_with("_Z") && !by.display.starts_with('<');
    let is_rust = by.name.ends_with('E') && by.name.contains("17h");
    if !is_cpp || is_rust {
        return true;
    }
    let fits = called.body.as_ref().is_none_or(|body| {
        let (takes, given) = (&body.signature.parameters, &site.signature.parameters);
        body.variadic || takes == given || call_graph.may_be_cast(callee)
    });
    let destroys = !by.display.starts_with("trailhound::let_go(") || called.display.contains("::~");
    fits && destroys && callee != program.main
}

fn is_reached(call_graph: &CallGraph<'_>, start: &str) -> bool {
    let functions = &call_graph.program.functions;
    let mut reached = call_graph.reached();
    reached.any(|function| functions[function.index()].display.starts_with(start))
}

fn own(
    call_graph: &CallGraph<'_>,
    (interest, rendezvous): (&Interest, &Rendezvous),
    id: FunctionId,
    body: &Body,
) -> Summary {
    let program = call_graph.program;
    let mut summary = Summary {
        parts: rendezvous.parts(id),
        ..Summary::default()
    };
    for &constant in &body.constants {
        if let Some((global, _)) = global_of(constant)
            && let Some(variable) = program.globals.get(global as usize)
            && !variable.constant
        {
            summary.mentions.push(global);
            summary.relevant |= interest.in_global(global);
        }
    }
    summary.mentions.sort_unstable();
    summary.mentions.dedup();
    let unknown = |register: Reg| (register as usize) >= body.constants.len();
    for (op, &location) in body.code.iter().zip(&body.locations) {
        match *op {
            Op::Load { p, .. } | Op::LoadMany { p, .. } => summary.reads |= unknown(p),
            Op::Store { p, .. } | Op::StoreMany { p, .. } => summary.writes |= unknown(p),
            Op::CompareExchange { p, .. }
            | Op::WideCompareExchange { p, .. }
            | Op::ReadModifyWrite { p, .. } => {
                summary.reads |= unknown(p);
                summary.writes |= unknown(p);
                summary.locks |= unknown(p) && lock_word(program, id, location).is_some();
            }
            Op::CopyMemory { to, from, .. } => {
                summary.reads |= unknown(from);
                summary.writes |= unknown(to);
            }
            Op::SetMemory { to, .. } => summary.writes |= unknown(to),
            Op::Resume { .. } => summary.raises = true,
            Op::Unsupported { what } => {
                let what = &body.unsupported[what as usize];
                // Assembly may call functions.
                summary.relevant |= matches!(what, UnknownConstruct::Assembly(_));
                summary.reads = true;
                summary.writes = true;
            }
            Op::Call { call } => {
                let site = &body.calls[call as usize];
                let entered = call_graph.targets(id, call).iter();
                let direct = match &site.callee {
                    Callee::Direct(callee) => Some(callee),
                    Callee::Indirect(_) => None,
                };
                // A function that is called back, or through a pointer, is called.
                for &callee in entered.chain(direct) {
                    let called = Action::Call {
                        function: program.functions[callee.index()].display.clone(),
                        arguments: vec![Argument::Unknown; site.arguments.len()],
                    };
                    summary.relevant |= interest.wants(&called) || rendezvous.is_meeting(callee);
                }
                if let Some(&callee) = direct
                    && program.functions[callee.index()].body.is_none()
                {
                    summary.add(&external(program, callee));
                }
            }
            _ => {}
        }
    }
    summary
}

/// What is known of a function without a body by its name.
fn external(program: &Program, id: FunctionId) -> Summary {
    let function = &program.functions[id.index()];
    let symbol = function.name.as_str();
    let ends = never_returns(function) && !raises(function) && !fails(function);
    let contract = contract(function);
    let is_unknown = contract == Contract::Anything;
    let is_system_call = symbol == "syscall";
    Summary {
        relevant: creates_thread(function).is_some()
            || leaves_the_graph(function)
            || joining(function) == Some(Joining::Thread)
            || marks(function)
            || ends_thread(function),
        reads: contract.any(Use::reads) || is_system_call,
        writes: contract.any(Use::writes) || is_system_call || format_argument(function).is_some(),
        locks: locking(function).is_some() || is_unknown,
        raises: raises(function) || is_unknown,
        exits: ends || is_unknown,
        parts: false,
        mentions: Vec::new(),
        leaks: Vec::new(),
    }
}

/// The globals whose address a function does more with than to go there.
fn leaks(call_graph: &CallGraph<'_>, keeping: &Keeping, id: FunctionId, body: &Body) -> Vec<u32> {
    let global = |register: Reg| -> Option<u32> {
        let &constant = body.constants.get(register as usize)?;
        let (global, _) = global_of(constant)?;
        let variable = call_graph.program.globals.get(global as usize)?;
        (!variable.constant).then_some(global)
    };
    let mut found = Vec::new();
    for op in &body.code {
        match *op {
            Op::Load { .. }
            | Op::LoadMany { .. }
            | Op::SetMemory { .. }
            | Op::CopyMemory { .. }
            | Op::Compare { .. }
            | Op::CompareBranch { .. }
            | Op::LifetimeStart { .. }
            | Op::LifetimeEnd { .. } => {}
            Op::Store { v, .. } => found.extend(global(v)),
            Op::CompareExchange { new, .. } => found.extend(global(new)),
            Op::ReadModifyWrite { v, .. } => found.extend(global(v)),
            Op::Call { call } => {
                let site = &body.calls[call as usize];
                let keeps = |argument: usize| match (site.callee, call_graph.targets_id(id, call)) {
                    (Callee::Direct(callee), _) => keeping.keeps(callee, argument),
                    (Callee::Indirect(_), None) => true,
                    (Callee::Indirect(_), Some(set)) => {
                        let mut targets = call_graph.set(set).iter();
                        targets.any(|&target| keeping.keeps(target, argument))
                    }
                };
                for (number, passed) in site.arguments.iter().enumerate() {
                    if let Passed::Register(register) = *passed
                        && keeps(number)
                    {
                        found.extend(global(register));
                    }
                }
            }
            _ => uses(op, body, |register| found.extend(global(register))),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
