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

/// Operations on constants; None for what fails when it is executed, or is rare.
pub fn evaluate(op: IntOp, w: u8, a: u64, b: u64) -> Option<u64> {
    let (sa, sb) = (extend(a, w), extend(b, w));
    let divides = b != 0 && !(sb == -1 && sa == extend(1 << (w.clamp(1, 64) - 1), w));
    let value = match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::Shl if b < u64::from(w) => a << b,
        IntOp::LShr if b < u64::from(w) => a >> b,
        IntOp::AShr if b < u64::from(w) => (sa >> b) as u64,
        IntOp::UDiv => a.checked_div(b)?,
        IntOp::URem => a.checked_rem(b)?,
        IntOp::SDiv if divides => (sa / sb) as u64,
        IntOp::SRem if divides => (sa % sb) as u64,
        IntOp::SMin => sa.min(sb) as u64,
        IntOp::SMax => sa.max(sb) as u64,
        IntOp::UMin => a.min(b),
        IntOp::UMax => a.max(b),
        _ => return None,
    };
    Some(cut(value, w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_the_width() {
        let number = |value: i64| cut(value as u64, 32);
        assert_eq!(evaluate(IntOp::SRem, 32, number(-4), 3), Some(number(-1)));
        assert_eq!(evaluate(IntOp::SMin, 32, number(-4), 3), Some(number(-4)));
        assert_eq!(evaluate(IntOp::SDiv, 32, number(-4), 2), Some(number(-2)));
        assert_eq!(evaluate(IntOp::UDiv, 32, 7, 2), Some(3));
    }

    #[test]
    fn what_fails_has_no_value() {
        let least = 1 << 31;
        assert_eq!(evaluate(IntOp::UDiv, 32, 1, 0), None);
        assert_eq!(evaluate(IntOp::SRem, 32, 1, 0), None);
        assert_eq!(evaluate(IntOp::SDiv, 32, least, u64::from(u32::MAX)), None);
        assert_eq!(evaluate(IntOp::Shl, 32, 1, 32), None);
    }
}
