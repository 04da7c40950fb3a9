//! From the program's operations to the quick ones.

use super::Quick;
use trailhound_program::{Body, Function, IntOp, IntPredicate, Op, Pc, Reg, definitions, uses};

/// A function's code in quick form. What it promises lets the loop go without checks: every
/// register is below `registers`, every target is a place in `code`, and the last operation
/// is plain, so that nothing runs over the end.
pub struct QuickCode {
    code: Vec<Quick>,
    registers: u32,
}

impl QuickCode {
    /// Of a function without a body: nothing that can be run.
    /// With `leaves_atomics` these are left to the ordinary loop.
    pub fn new(function: &Function, leaves_atomics: bool) -> QuickCode {
        let Some(body) = &function.body else {
            return QuickCode {
                code: vec![Quick::Plain],
                registers: 0,
            };
        };
        let quick = body.code.iter().map(|op| {
            if fits(op, body) && !(leaves_atomics && is_atomic(op)) {
                alone(*op)
            } else {
                Quick::Plain
            }
        });
        let mut code: Vec<Quick> = quick.chain([Quick::Plain]).collect();
        for at in 1..code.len() {
            code[at - 1] = followed(code[at - 1], code[at]);
        }
        QuickCode {
            code,
            registers: body.registers,
        }
    }

    pub fn code(&self) -> &[Quick] {
        &self.code
    }

    pub fn registers(&self) -> usize {
        self.registers as usize
    }
}

fn is_atomic(op: &Op) -> bool {
    match op {
        Op::Load { order, .. } | Op::Store { order, .. } => order.is_atomic(),
        Op::Fence { .. } => true,
        _ => false,
    }
}

fn fits(op: &Op, body: &Body) -> bool {
    let mut fits = true;
    uses(op, body, |register| fits &= register < body.registers);
    definitions(op, body, |register| fits &= register < body.registers);
    match *op {
        Op::Jump { target }
        | Op::Branch { target, .. }
        | Op::BranchUnless { target, .. }
        | Op::CompareBranch { target, .. } => fits && (target as usize) < body.code.len(),
        _ => fits,
    }
}

/// The form of an operation that goes on with the next one, where there is such a form.
fn followed(op: Quick, next: Quick) -> Quick {
    match (op, next) {
        (Quick::AddScaled { scale, d, a, index }, Quick::Load32 { .. }) => {
            Quick::AddScaledThenLoad32 { scale, d, a, index }
        }
        (Quick::AddScaled { scale, d, a, index }, Quick::Load64 { .. }) => {
            Quick::AddScaledThenLoad64 { scale, d, a, index }
        }
        (Quick::Add32 { d, a, b }, Quick::BranchLess32 { .. } | Quick::BranchUnequal { .. }) => {
            Quick::Add32ThenBranch { d, a, b }
        }
        (Quick::Add64 { d, a, b }, Quick::BranchBelow { .. } | Quick::BranchUnequal { .. }) => {
            Quick::Add64ThenBranch { d, a, b }
        }
        _ => op,
    }
}

fn alone(op: Op) -> Quick {
    match op {
        Op::Move { d, a } | Op::Freeze { d, a } => Quick::Move { d, a },
        Op::Int { op, w, d, a, b } => integer(op, w, d, a, b),
        Op::Compare {
            predicate,
            w,
            d,
            a,
            b,
        } => compare(predicate, w, d, a, b),
        Op::CompareBranch {
            predicate,
            w,
            a,
            b,
            target,
        } => branch(predicate, w, a, b, target),
        Op::Truncate { w: 32, d, a } => Quick::Truncate32 { d, a },
        Op::Truncate { w, d, a } => Quick::Truncate { w, d, a },
        Op::SignExtend {
            from: 32,
            to: 64,
            d,
            a,
        } => Quick::SignExtend32 { d, a },
        Op::SignExtend { from, to, d, a } => Quick::SignExtend { from, to, d, a },
        Op::Select { d, condition, a, b } => match u16::try_from(d) {
            Ok(d) => Quick::Select { d, condition, a, b },
            Err(_) => Quick::Plain,
        },
        Op::AddScaled { d, a, index, scale } => match i16::try_from(scale) {
            Ok(scale) => Quick::AddScaled { scale, d, a, index },
            Err(_) => Quick::Plain,
        },
        Op::AddOffset { d, a, offset } => Quick::AddOffset { d, a, offset },
        Op::Load {
            w, d, p, offset, ..
        } => match w {
            8 => Quick::Load8 { d, p, offset },
            32 => Quick::Load32 { d, p, offset },
            64 => Quick::Load64 { d, p, offset },
            _ => Quick::Plain,
        },
        Op::Store {
            w, v, p, offset, ..
        } => match w {
            8 => Quick::Store8 { v, p, offset },
            32 => Quick::Store32 { v, p, offset },
            64 => Quick::Store64 { v, p, offset },
            _ => Quick::Plain,
        },
        Op::Jump { target } => Quick::Jump { target },
        Op::Branch { condition, target } => Quick::Branch { condition, target },
        Op::BranchUnless { condition, target } => Quick::BranchUnless { condition, target },
        _ => Quick::Plain,
    }
}

fn integer(op: IntOp, w: u8, d: Reg, a: Reg, b: Reg) -> Quick {
    match (op, w) {
        (IntOp::Add, 32) => Quick::Add32 { d, a, b },
        (IntOp::Add, 64) => Quick::Add64 { d, a, b },
        (IntOp::Sub, 32) => Quick::Subtract32 { d, a, b },
        (IntOp::Sub, 64) => Quick::Subtract64 { d, a, b },
        (IntOp::Mul, 32) => Quick::Multiply32 { d, a, b },
        (IntOp::Mul, 64) => Quick::Multiply64 { d, a, b },
        (IntOp::And, _) => Quick::And { d, a, b },
        (IntOp::Or, _) => Quick::Or { d, a, b },
        (IntOp::Xor, _) => Quick::Xor { d, a, b },
        (IntOp::Shl, 32) => Quick::ShiftLeft32 { d, a, b },
        (IntOp::Shl, 64) => Quick::ShiftLeft64 { d, a, b },
        (IntOp::LShr, _) => Quick::ShiftRight { w, d, a, b },
        (IntOp::AShr, _) => Quick::ShiftRightSigned { w, d, a, b },
        _ => Quick::Plain,
    }
}

fn compare(predicate: IntPredicate, w: u8, d: Reg, a: Reg, b: Reg) -> Quick {
    let (a, b) = in_order(predicate, a, b);
    match (predicate, w) {
        (IntPredicate::Eq, _) => Quick::Equal { d, a, b },
        (IntPredicate::Ne, _) => Quick::Unequal { d, a, b },
        (IntPredicate::Ult | IntPredicate::Ugt, _) => Quick::Below { d, a, b },
        (IntPredicate::Ule | IntPredicate::Uge, _) => Quick::BelowOrEqual { d, a, b },
        (IntPredicate::Slt | IntPredicate::Sgt, 32) => Quick::Less32 { d, a, b },
        (IntPredicate::Slt | IntPredicate::Sgt, 64) => Quick::Less64 { d, a, b },
        (IntPredicate::Sle | IntPredicate::Sge, 32) => Quick::LessOrEqual32 { d, a, b },
        (IntPredicate::Sle | IntPredicate::Sge, 64) => Quick::LessOrEqual64 { d, a, b },
        _ => Quick::Plain,
    }
}

fn branch(predicate: IntPredicate, w: u8, a: Reg, b: Reg, target: Pc) -> Quick {
    let (a, b) = in_order(predicate, a, b);
    match (predicate, w) {
        (IntPredicate::Eq, _) => Quick::BranchEqual { a, b, target },
        (IntPredicate::Ne, _) => Quick::BranchUnequal { a, b, target },
        (IntPredicate::Ult | IntPredicate::Ugt, _) => Quick::BranchBelow { a, b, target },
        (IntPredicate::Ule | IntPredicate::Uge, _) => Quick::BranchBelowOrEqual { a, b, target },
        (IntPredicate::Slt | IntPredicate::Sgt, 32) => Quick::BranchLess32 { a, b, target },
        (IntPredicate::Slt | IntPredicate::Sgt, 64) => Quick::BranchLess64 { a, b, target },
        (IntPredicate::Sle | IntPredicate::Sge, 32) => Quick::BranchLessOrEqual32 { a, b, target },
        (IntPredicate::Sle | IntPredicate::Sge, 64) => Quick::BranchLessOrEqual64 { a, b, target },
        _ => Quick::Plain,
    }
}

/// The operands as they are compared when "greater" is said as "less".
fn in_order(predicate: IntPredicate, a: Reg, b: Reg) -> (Reg, Reg) {
    match predicate {
        IntPredicate::Ugt | IntPredicate::Uge | IntPredicate::Sgt | IntPredicate::Sge => (b, a),
        _ => (a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(registers: u32, code: Vec<Op>) -> Function {
        Function {
            body: Some(Body {
                registers,
                code,
                ..Body::default()
            }),
            ..Function::default()
        }
    }

    #[test]
    fn what_is_out_of_range_is_left_to_the_interpreter() {
        let inside = Op::Move { d: 0, a: 1 };
        let outside = Op::Move { d: 0, a: 2 };
        let back = Op::Jump { target: 0 };
        let beyond = Op::Jump { target: 4 };
        let quick = QuickCode::new(&function(2, vec![inside, outside, back, beyond]), false);
        let expected = [
            Quick::Move { d: 0, a: 1 },
            Quick::Plain,
            Quick::Jump { target: 0 },
            Quick::Plain,
            Quick::Plain,
        ];
        assert_eq!(quick.code(), expected);
    }

    #[test]
    fn an_operation_takes_sixteen_bytes() {
        assert_eq!(size_of::<Quick>(), 16);
    }
}
