//! What the functions of a program may do, those that they call included: which of them
//! must be followed, and what a call may change that is passed over. By their text alone.

use trailhound_distance::{Callees, Externals, creates_thread, fails, never_returns, raises};
use trailhound_program::{Body, Callee, FunctionId, Op, Program, Reg};

use super::components::components;
use super::external::keeps_nothing;
use super::interest::Interest;
use super::value::global_of;
use crate::action::{Action, Argument};
use trailhound_distance::{lock_word, locking};

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
    /// Variables whose address stands in its text.
    pub mentions: Vec<u32>,
}

impl Summary {
    pub fn uses_pointers(&self) -> bool {
        self.reads || self.writes || self.locks
    }

    fn add(&mut self, other: &Summary) {
        self.relevant |= other.relevant;
        self.reads |= other.reads;
        self.writes |= other.writes;
        self.locks |= other.locks;
        self.raises |= other.raises;
        self.exits |= other.exits;
        self.mentions.extend(&other.mentions);
        self.mentions.sort_unstable();
        self.mentions.dedup();
    }
}

pub struct Facts {
    summaries: Vec<Summary>,
}

impl Facts {
    pub fn of(
        program: &Program,
        externals: &Externals,
        callees: &Callees,
        interest: &Interest,
    ) -> Facts {
        let count = program.functions.len();
        let body = |id: u32| {
            let function = &program.functions[id as usize];
            let entered = callees.reached[id as usize] && !(externals.models)(FunctionId(id));
            function.body.as_ref().filter(|_| entered)
        };
        let successors = |id: u32| -> Vec<u32> {
            let Some(body) = body(id) else {
                return Vec::new();
            };
            let mut called: Vec<u32> = (0..body.calls.len() as u32)
                .filter_map(|call| callees.of(FunctionId(id), call))
                .flat_map(|set| callees.set(set).iter().map(|f| f.0))
                .collect();
            called.sort_unstable();
            called.dedup();
            called
        };
        let mut facts = Facts {
            summaries: vec![Summary::default(); count],
        };
        let all: Vec<u32> = (0..count as u32)
            .filter(|&id| callees.reached[id as usize])
            .collect();
        // Callees first.
        for component in components(&all, count, &successors, &|_| true)
            .into_iter()
            .rev()
        {
            let mut joined = Summary::default();
            for &member in &component {
                joined.add(&match body(member) {
                    Some(body) => own(program, interest, FunctionId(member), body),
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

    pub fn of_function(&self, function: FunctionId) -> &Summary {
        &self.summaries[function.index()]
    }
}

fn own(program: &Program, interest: &Interest, id: FunctionId, body: &Body) -> Summary {
    let mut summary = Summary::default();
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
            Op::Call { call } => {
                if let Callee::Direct(callee) = body.calls[call as usize].callee {
                    let function = &program.functions[callee.index()];
                    let count = body.calls[call as usize].arguments.len();
                    summary.relevant |= interest.wants(&Action::Call {
                        function: function.display.clone(),
                        arguments: vec![Argument::Unknown; count],
                    });
                    if function.body.is_none() {
                        summary.add(&external(program, callee));
                    }
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
    let ends = never_returns(symbol) && !raises(symbol) && !fails(function);
    Summary {
        relevant: creates_thread(symbol).is_some()
            || matches!(
                symbol,
                "pthread_join" | "thrd_join" | "th_mark" | "pthread_exit" | "thrd_exit"
            ),
        reads: false,
        writes: !keeps_nothing(function),
        locks: locking(function).is_some(),
        raises: raises(symbol),
        exits: ends,
        mentions: Vec::new(),
    }
}
