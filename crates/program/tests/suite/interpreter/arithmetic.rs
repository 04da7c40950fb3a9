//! What the operations on numbers compute, written apart from the lowering.

use trailhound_program::*;

pub fn cut(value: u64, w: u8) -> u64 {
    cut_wide(value.into(), w) as u64
}

pub fn cut_wide(value: u128, w: u8) -> u128 {
    if w >= 128 {
        value
    } else {
        value & ((1 << w) - 1)
    }
}

pub fn signed(value: u128, w: u8) -> i128 {
    (value as i128) << (128 - w) >> (128 - w)
}

pub fn int(op: IntOp, w: u8, a: u64, b: u64) -> u64 {
    wide(op, w, a.into(), b.into()) as u64
}

pub fn wide(op: IntOp, w: u8, a: u128, b: u128) -> u128 {
    let (sa, sb) = (signed(a, w), signed(b, w));
    let shift = b as u32;
    let top = cut_wide(u128::MAX, w);
    let (most, least) = ((top >> 1) as i128, -((top >> 1) as i128) - 1);
    let value = match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::UDiv => a / b,
        IntOp::SDiv => sa.wrapping_div(sb) as u128,
        IntOp::URem => a % b,
        IntOp::SRem => sa.wrapping_rem(sb) as u128,
        IntOp::Shl => a.wrapping_shl(shift),
        IntOp::LShr => a.wrapping_shr(shift),
        IntOp::AShr => sa.wrapping_shr(shift) as u128,
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::SMin => sa.min(sb) as u128,
        IntOp::SMax => sa.max(sb) as u128,
        IntOp::UMin => a.min(b),
        IntOp::UMax => a.max(b),
        IntOp::UAddSat => a.saturating_add(b).min(top),
        IntOp::USubSat => a.saturating_sub(b),
        IntOp::SAddSat => sa.saturating_add(sb).clamp(least, most) as u128,
        IntOp::SSubSat => sa.saturating_sub(sb).clamp(least, most) as u128,
        IntOp::UCmp => return cut_wide(a.cmp(&b) as i8 as u128, 8),
        IntOp::SCmp => return cut_wide(sa.cmp(&sb) as i8 as u128, 8),
        other => panic!("{other:?}"),
    };
    cut_wide(value, w)
}

pub fn int_unary(op: IntUnary, w: u8, a: u128) -> u128 {
    let unused = 128 - u32::from(w);
    let value = match op {
        IntUnary::CountOnes => a.count_ones().into(),
        IntUnary::LeadingZeros => u128::from(a.leading_zeros() - unused),
        IntUnary::TrailingZeros => u128::from(a.trailing_zeros().min(w.into())),
        IntUnary::SwapBytes => a.swap_bytes() >> unused,
        IntUnary::ReverseBits => a.reverse_bits() >> unused,
        IntUnary::Abs => signed(a, w).wrapping_abs() as u128,
    };
    cut_wide(value, w)
}

pub fn overflow(op: OverflowOp, w: u8, a: u128, b: u128) -> (u128, bool) {
    let (sa, sb) = (signed(a, w), signed(b, w));
    let unsigned =
        |value: u128, lost: bool| (cut_wide(value, w), lost || cut_wide(value, w) != value);
    let signed_result = |(value, lost): (i128, bool)| {
        let cut = cut_wide(value as u128, w);
        (cut, lost || signed(cut, w) != value)
    };
    match op {
        OverflowOp::UAdd => {
            let (value, lost) = a.overflowing_add(b);
            unsigned(value, lost)
        }
        OverflowOp::USub => (cut_wide(a.wrapping_sub(b), w), a < b),
        OverflowOp::UMul => {
            let (value, lost) = a.overflowing_mul(b);
            unsigned(value, lost)
        }
        OverflowOp::SAdd => signed_result(sa.overflowing_add(sb)),
        OverflowOp::SSub => signed_result(sa.overflowing_sub(sb)),
        OverflowOp::SMul => signed_result(sa.overflowing_mul(sb)),
    }
}

pub fn funnel(w: u8, a: u64, b: u64, c: u64, left: bool) -> u64 {
    let both = u128::from(a) << w | u128::from(b);
    let by = c % u64::from(w);
    let value = match left {
        true => both << by >> w,
        false => both >> by,
    };
    cut(value as u64, w)
}

pub fn compare(predicate: IntPredicate, w: u8, a: u128, b: u128) -> bool {
    let (sa, sb) = (signed(a, w), signed(b, w));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => sa > sb,
        IntPredicate::Sge => sa >= sb,
        IntPredicate::Slt => sa < sb,
        IntPredicate::Sle => sa <= sb,
    }
}

pub fn read_float(p: Precision, bits: u64) -> f64 {
    match p {
        Precision::Single => f32::from_bits(bits as u32).into(),
        Precision::Double => f64::from_bits(bits),
    }
}

pub fn write_float(p: Precision, value: f64) -> u64 {
    match p {
        Precision::Single => (value as f32).to_bits().into(),
        Precision::Double => value.to_bits(),
    }
}

pub fn float(op: FloatOp, p: Precision, a: u64, b: u64) -> u64 {
    let (a, b) = (read_float(p, a), read_float(p, b));
    let value = match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Rem => a % b,
        FloatOp::MinNum => a.min(b),
        FloatOp::MaxNum => a.max(b),
        other => panic!("{other:?}"),
    };
    write_float(p, value)
}

pub fn float_unary(op: FloatUnary, p: Precision, a: u64) -> u64 {
    let a = read_float(p, a);
    let value = match op {
        FloatUnary::Neg => -a,
        FloatUnary::Abs => a.abs(),
        FloatUnary::Sqrt => a.sqrt(),
        FloatUnary::Floor => a.floor(),
        other => panic!("{other:?}"),
    };
    write_float(p, value)
}

pub fn float_compare(predicate: FloatPredicate, p: Precision, a: u64, b: u64) -> bool {
    let order = read_float(p, a).partial_cmp(&read_float(p, b));
    use std::cmp::Ordering::{Equal, Greater, Less};
    match predicate {
        FloatPredicate::False => false,
        FloatPredicate::True => true,
        FloatPredicate::Ord => order.is_some(),
        FloatPredicate::Uno => order.is_none(),
        FloatPredicate::Oeq => order == Some(Equal),
        FloatPredicate::One => matches!(order, Some(Less | Greater)),
        FloatPredicate::Ogt => order == Some(Greater),
        FloatPredicate::Oge => matches!(order, Some(Greater | Equal)),
        FloatPredicate::Olt => order == Some(Less),
        FloatPredicate::Ole => matches!(order, Some(Less | Equal)),
        FloatPredicate::Ueq => matches!(order, None | Some(Equal)),
        FloatPredicate::Une => order != Some(Equal),
        FloatPredicate::Ugt => matches!(order, None | Some(Greater)),
        FloatPredicate::Uge => matches!(order, None | Some(Greater | Equal)),
        FloatPredicate::Ult => matches!(order, None | Some(Less)),
        FloatPredicate::Ule => matches!(order, None | Some(Less | Equal)),
    }
}
