//! Whose atomics are explored, and what a program needs of the model.

use super::state::Uses;
use crate::machine::Machine;
use crate::options::MemoryOptions;
use crate::program_facts::calls_out;
use trailhound_contracts::{Joining, joining, time_limit, tries};
use trailhound_program::{
    Callee, FunctionId, Op, Order, Pc, Program, SourceFunction, Standing, WeakOperation, is_glance,
    is_trying_method,
};

impl Uses {
    /// What the operations of a program ask for.
    pub fn of(program: &Program, options: &MemoryOptions) -> Uses {
        let bodies = program
            .functions
            .iter()
            .filter_map(|function| function.body.as_ref());
        let mut uses = Uses {
            merges: options.merges,
            ..Uses::default()
        };
        for op in bodies.flat_map(|body| &body.code) {
            if let Op::Fence { order } = op {
                uses.acquire_fences |= order.acquires();
                uses.release_fences |= order.releases();
            }
        }
        let weak = program.weak_operations(&options.trust);
        uses.records = options.records && needs_records(program, &weak);
        // Code that the user trusts may share its locations with code that is judged.
        uses.library_apart = options.merges
            && options.trust.prefixes.is_empty()
            && !weak.iter().any(|it| looks_into_library(program, it));
        uses
    }
}

/// The user's code looks with it into locations of the library: by a function that was inlined, or by one that it calls
/// and that is not an atomic's own.
fn looks_into_library(program: &Program, operation: &WeakOperation) -> bool {
    let body = program.functions[operation.function.index()].body.as_ref();
    let body = body.expect("an operation stands in a body");
    let is_glance = |function: &SourceFunction| function.library && is_glance(&function.display);
    let mut chain = program.source.inline_chain(operation.location);
    let source = &program.source;
    chain.any(|(_, location)| is_glance(source.function(location.function)))
        || match body.code[operation.pc as usize] {
            Op::Call { call } => match body.calls[call as usize].callee {
                Callee::Direct(callee) => {
                    !program.functions[callee.index()].display.contains("atomic")
                }
                _ => true,
            },
            _ => false,
        }
}

/// Whether a race may be between accesses of which one is always over before the other can come: one
/// atomic read does not synchronise with the write that it reads. A lock that was tried in vain tells
/// of its holder as well.
fn needs_records(program: &Program, weak: &[WeakOperation]) -> bool {
    let is_try = |name: &str| tries(name) || time_limit(name).is_some() || joins_at_once(name);
    let tries_in_library = (program.source.functions.iter()).any(is_trying_method);
    let is_ordered = |it: &WeakOperation| is_fully_ordered(program, it.function, it.pc);
    calls_out(program, is_try) || tries_in_library || !weak.iter().all(is_ordered)
}

fn joins_at_once(name: &str) -> bool {
    joining(name) == Some(Joining::Attempt)
}

/// A load that acquires, a store that releases, an update that does both.
fn is_fully_ordered(program: &Program, function: FunctionId, pc: Pc) -> bool {
    let body = program.functions[function.index()].body.as_ref();
    let body = body.expect("an operation stands in a body");
    match body.code[pc as usize] {
        Op::Load { order, .. } | Op::LoadMany { order, .. } => order.acquires(),
        Op::Store { order, .. } | Op::StoreMany { order, .. } => order.releases(),
        Op::ReadModifyWrite { order, .. } => order == Order::AcqRel || order == Order::SeqCst,
        Op::CompareExchange { order, .. } | Op::WideCompareExchange { order, .. } => {
            let success = order.success();
            success.acquires() && success.releases() && order.failure().acquires()
        }
        // A call that passes the order on.
        _ => false,
    }
}

impl Machine<'_> {
    /// The operation at which the running thread stands is believed to be right: it reads the newest
    /// message. The innermost function that answers for it decides.
    pub(super) fn is_trusted_here(&mut self) -> bool {
        for index in (0..self.thread.frames.len()).rev() {
            let frame = &self.thread.frames[index];
            match self.standing_at(frame.function, frame.pc) {
                Standing::Trusted => return true,
                Standing::Judged => return false,
                Standing::Neutral => {}
            }
        }
        false
    }

    fn standing_at(&mut self, function: FunctionId, pc: Pc) -> Standing {
        let Machine {
            standings,
            program,
            options,
            ..
        } = self;
        let known = standings.entry((function, pc));
        *known.or_insert_with(|| options.memory.trust.at(program, function, pc))
    }
}
