//! Branches that are always decided alike because they ask a function that always says the same:
//! in C++'s library, whether the program has threads at all.

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_analysis::{constant_result, direct_callee};
use trailhound_program::numbers::cut;
use trailhound_program::{Body, FunctionId, IntOp, Op, Pc, Reg, compare_integers, definitions};

use crate::points::PointsTo;

/// Operations behind a call within which its result decides a branch.
const REACH: usize = 8;

/// The successors of branches of a function that are never taken: branch and target.
pub fn dead_branches(points: &PointsTo<'_>, function: FunctionId) -> FxHashSet<(Pc, Pc)> {
    let mut dead = FxHashSet::default();
    let Some(body) = points.body(function) else {
        return dead;
    };
    for pc in 0..body.code.len() as Pc {
        if let Op::Call { call } = body.code[pc as usize]
            && let Some(callee) = direct_callee(body, pc)
            && let Some(result) = points.body(callee).and_then(constant_result)
        {
            let register = body.calls[call as usize].d;
            dead.extend(untaken(body, pc + 1, register, result));
        }
    }
    dead
}

/// The successor that is not taken from the next branch, if it is decided by a register.
fn untaken(body: &Body, start: Pc, register: Reg, value: u64) -> Option<(Pc, Pc)> {
    let mut known: FxHashMap<Reg, u64> = [(register, value)].into_iter().collect();
    for pc in (start..body.code.len() as Pc).take(REACH) {
        let get = |register: Reg| {
            let constant = body.constants.get(register as usize).copied();
            known.get(&register).copied().or(constant)
        };
        let op = &body.code[pc as usize];
        let is_taken = match *op {
            Op::Branch { condition, target } => Some((get(condition)? != 0, target)),
            Op::BranchUnless { condition, target } => Some((get(condition)? == 0, target)),
            Op::CompareBranch {
                predicate,
                w,
                a,
                b,
                target,
            } => Some((
                compare_integers(predicate, w.into(), get(a)?.into(), get(b)?.into()),
                target,
            )),
            _ => None,
        };
        if let Some((is_taken, target)) = is_taken {
            return Some((pc, if is_taken { pc + 1 } else { target }));
        }
        let result = match *op {
            Op::Move { a, .. } => get(a),
            Op::Truncate { w, a, .. } => get(a).map(|a| cut(a, w)),
            Op::Compare {
                predicate, w, a, b, ..
            } => get(a)
                .zip(get(b))
                .map(|(a, b)| u64::from(compare_integers(predicate, w.into(), a.into(), b.into()))),
            Op::Int {
                op: IntOp::Xor,
                w,
                a,
                b,
                ..
            } => get(a).zip(get(b)).map(|(a, b)| cut(a ^ b, w)),
            Op::Jump { .. } | Op::Call { .. } | Op::Return { .. } => return None,
            _ => None,
        };
        definitions(op, body, |d| {
            match result {
                Some(result) => known.insert(d, result),
                None => known.remove(&d),
            };
        });
    }
    None
}
