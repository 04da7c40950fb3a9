//! Arithmetic on constants and the relations between comparisons.

use crate::code::{IntOp, IntPredicate};

/// The lowest `w` bits.
pub fn cut(value: u64, w: u8) -> u64 {
    match w {
        0 => 0,
        64.. => value,
        _ => value & ((1 << w) - 1),
    }
}

/// The value of the lowest `w` bits with their sign.
pub fn extend(value: u64, w: u8) -> i64 {
    let unused = 64 - u32::from(w.clamp(1, 64));
    (value as i64) << unused >> unused
}

/// What holds of (b, a) when this holds of (a, b).
pub fn swapped(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Eq => IntPredicate::Eq,
        IntPredicate::Ne => IntPredicate::Ne,
        IntPredicate::Ugt => IntPredicate::Ult,
        IntPredicate::Uge => IntPredicate::Ule,
        IntPredicate::Ult => IntPredicate::Ugt,
        IntPredicate::Ule => IntPredicate::Uge,
        IntPredicate::Sgt => IntPredicate::Slt,
        IntPredicate::Sge => IntPredicate::Sle,
        IntPredicate::Slt => IntPredicate::Sgt,
        IntPredicate::Sle => IntPredicate::Sge,
    }
}

/// What holds when this does not.
pub fn opposite(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Eq => IntPredicate::Ne,
        IntPredicate::Ne => IntPredicate::Eq,
        IntPredicate::Ugt => IntPredicate::Ule,
        IntPredicate::Uge => IntPredicate::Ult,
        IntPredicate::Ult => IntPredicate::Uge,
        IntPredicate::Ule => IntPredicate::Ugt,
        IntPredicate::Sgt => IntPredicate::Sle,
        IntPredicate::Sge => IntPredicate::Slt,
        IntPredicate::Slt => IntPredicate::Sge,
        IntPredicate::Sle => IntPredicate::Sgt,
    }
}

/// The simple operations on constants; what may trap or is odd stays for the machine.
pub fn evaluate(op: IntOp, w: u8, a: u64, b: u64) -> Option<u64> {
    let value = match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::Shl if b < u64::from(w) => a << b,
        IntOp::LShr if b < u64::from(w) => a >> b,
        IntOp::AShr if b < u64::from(w) => (extend(a, w) >> b) as u64,
        IntOp::UMin => a.min(b),
        IntOp::UMax => a.max(b),
        _ => return None,
    };
    Some(cut(value, w))
}
