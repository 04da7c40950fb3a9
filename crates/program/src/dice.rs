//! Random numbers that only say how long to sleep are not drawn: sleeping takes no time here,
//! and a loop that draws would never come back to a state. It does not know what the number
//! would have been; that all others of the thread then differ is as random as before.

use crate::code::{Callee, FunctionId, IntOp, Op, Reg};
use crate::draft::Draft;
use crate::operands::{definitions, is_pure, uses};
use trailhound_contracts::Pastime;

/// Puts 0 for numbers that only a sleep reads.
pub fn remove(draft: &mut Draft, pastime: &dyn Fn(FunctionId) -> Option<Pastime>) {
    let called = |draft: &Draft, op: &Op| match *op {
        Op::Call { call } => match draft.body.calls[call as usize].callee {
            Callee::Direct(id) => pastime(id),
            Callee::Indirect(_) => None,
        },
        _ => None,
    };
    let steps = draft.blocks.iter().flat_map(|block| &block.steps);
    if !steps
        .clone()
        .any(|step| called(draft, &step.op) == Some(Pastime::Random))
    {
        return;
    }
    let wanted = wanted(draft, &|op| {
        let pastime = called(draft, op);
        matches!(pastime, Some(Pastime::Sleep | Pastime::Random))
            || is_pure(op)
            || divides(draft, op)
    });
    let zero = draft.constant(0);
    for block in 0..draft.blocks.len() {
        for step in 0..draft.blocks[block].steps.len() {
            let op = draft.blocks[block].steps[step].op;
            let Op::Call { call } = op else { continue };
            let site = &draft.body.calls[call as usize];
            let is_one = site.results == 1 && called(draft, &op) == Some(Pastime::Random);
            if is_one && !wanted[site.d as usize] {
                let d = site.d;
                draft.blocks[block].steps[step].op = Op::Move { d, a: zero };
            }
        }
    }
}

/// Whether an operation divides by a number that is neither 0 nor -1.
fn divides(draft: &Draft, op: &Op) -> bool {
    let is_division = |op| matches!(op, IntOp::UDiv | IntOp::SDiv | IntOp::URem | IntOp::SRem);
    match *op {
        Op::Int { op, w, b, .. } if is_division(op) => {
            let minus_one = u64::MAX >> (64 - u32::from(w));
            let by = draft.constant_value(b);
            by.is_some_and(|by| by != 0 && by != minus_one)
        }
        _ => false,
    }
}

/// The registers that something else is computed from than what `idles`.
fn wanted(draft: &Draft, idles: &dyn Fn(&Op) -> bool) -> Vec<bool> {
    let mut wanted = vec![false; draft.registers.len()];
    let mut waiting: Vec<Reg> = Vec::new();
    for block in &draft.blocks {
        for step in block.steps.iter().filter(|step| !idles(&step.op)) {
            uses(&step.op, &draft.body, |register| waiting.push(register));
        }
        draft.end_operands(&block.end, |register, role| {
            if !role.is_def() {
                waiting.extend(register..register + role.len());
            }
        });
    }
    let mut sources: Vec<Vec<Reg>> = vec![Vec::new(); draft.registers.len()];
    for block in &draft.blocks {
        for step in block.steps.iter().filter(|step| idles(&step.op)) {
            definitions(&step.op, &draft.body, |d| {
                uses(&step.op, &draft.body, |register| {
                    sources[d as usize].push(register)
                });
            });
        }
        for phi in &block.phis {
            let incoming = phi.incoming.iter().map(|&(_, register)| register);
            sources[phi.d as usize].extend(incoming);
        }
    }
    while let Some(register) = waiting.pop() {
        if !std::mem::replace(&mut wanted[register as usize], true) {
            waiting.extend_from_slice(&sources[register as usize]);
        }
    }
    wanted
}
