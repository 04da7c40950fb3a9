//! Functions that never come back, and paths that lead to nothing but a failure: there the
//! program itself says that something must not be.

use rustc_hash::FxHashMap;
use std::cell::RefCell;

use trailhound_analysis::{Unwinding, direct_callee, successors};
use trailhound_contracts::{fails, never_returns};
use trailhound_program::{Body, FunctionId, Op, Pc};

use crate::points::PointsTo;

/// Calls that are followed to see whether a function comes back.
const DEEPEST: usize = 3;
/// Operations that are looked at on the path to a failure.
const LONGEST: usize = 400;

/// What is known by now.
#[derive(Default)]
pub struct Failing {
    functions: RefCell<FxHashMap<FunctionId, bool>>,
    paths: RefCell<FxHashMap<(FunctionId, Pc), bool>>,
}

impl Failing {
    /// Whether all that lies behind an operation ends in a failure.
    pub fn fails_from(&self, points: &PointsTo<'_>, function: FunctionId, pc: Pc) -> bool {
        if let Some(&known) = self.paths.borrow().get(&(function, pc)) {
            return known;
        }
        let body = points.body(function);
        let found = body.is_some_and(|body| self.never_ends(points, body, pc, DEEPEST));
        self.paths.borrow_mut().insert((function, pc), found);
        found
    }

    fn function(&self, points: &PointsTo<'_>, function: FunctionId, depth: usize) -> bool {
        let code = &points.program.functions[function.index()];
        if fails(code) || never_returns(&code.name) {
            return true;
        }
        if let Some(&known) = self.functions.borrow().get(&function) {
            return known;
        }
        if depth == 0 {
            return false;
        }
        self.functions.borrow_mut().insert(function, false);
        let body = points.body(function);
        let found = body.is_some_and(|body| self.never_ends(points, body, 0, depth - 1));
        self.functions.borrow_mut().insert(function, found);
        found
    }

    /// No return is reached from here, and some failure is.
    fn never_ends(&self, points: &PointsTo<'_>, body: &Body, start: Pc, depth: usize) -> bool {
        let mut seen = vec![false; body.code.len()];
        let mut waiting = vec![start];
        let (mut count, mut failure) = (0, false);
        while let Some(pc) = waiting.pop() {
            if std::mem::replace(&mut seen[pc as usize], true) {
                continue;
            }
            count += 1;
            match body.code[pc as usize] {
                Op::Return { .. } => return false,
                _ if count > LONGEST => return false,
                Op::Trap => failure = true,
                Op::Call { .. } => {
                    let callee = direct_callee(body, pc);
                    if callee.is_some_and(|callee| self.function(points, callee, depth)) {
                        failure = true;
                        continue;
                    }
                }
                _ => {}
            }
            waiting.extend(successors(body, pc, Unwinding::LeftOut));
        }
        failure
    }
}
