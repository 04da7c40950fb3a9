//! The names of intrinsics, and the operations that they are.

use crate::code::{FloatOp, FloatUnary, IntOp, IntUnary, OverflowOp};

/// The name without the overloaded types at its end: `umin.v4i32` is `umin`.
pub(crate) fn base_name(name: &str) -> &str {
    let mut base = name;
    while let Some((front, last)) = base.rsplit_once('.') {
        if !is_type_suffix(last) {
            break;
        }
        base = front;
    }
    base
}

/// Functions of the C++ library that return their one argument, by the beginning of their symbols.
pub(super) fn returns_its_argument(symbol: &str) -> bool {
    const BEGINNINGS: [&str; 6] = [
        "_ZSt4moveI",
        "_ZSt16move_if_noexceptI",
        "_ZSt7forwardI",
        "_ZSt8as_constI",
        "_ZSt9addressofI",
        "_ZSt11__addressofI",
    ];
    symbol.starts_with("_ZSt")
        && BEGINNINGS
            .iter()
            .any(|beginning| symbol.starts_with(beginning))
}

fn is_type_suffix(part: &str) -> bool {
    let digits = |s: &str| s.starts_with(|c: char| c.is_ascii_digit());
    match part.as_bytes().first() {
        Some(b'i' | b'f' | b'v' | b'p' | b'a') => digits(&part[1..]),
        Some(b's') => part.starts_with("s_") || part.starts_with("sl_"),
        Some(b'b') => part == "bf16",
        _ => false,
    }
}

pub(crate) fn int_op(base: &str) -> Option<IntOp> {
    Some(match base {
        "smin" => IntOp::SMin,
        "smax" => IntOp::SMax,
        "umin" => IntOp::UMin,
        "umax" => IntOp::UMax,
        "uadd.sat" => IntOp::UAddSat,
        "usub.sat" => IntOp::USubSat,
        "sadd.sat" => IntOp::SAddSat,
        "ssub.sat" => IntOp::SSubSat,
        "ushl.sat" => IntOp::UShlSat,
        "sshl.sat" => IntOp::SShlSat,
        "ptrmask" => IntOp::And,
        _ => return None,
    })
}

pub(crate) fn int_unary(base: &str) -> Option<IntUnary> {
    Some(match base {
        "ctpop" => IntUnary::CountOnes,
        "ctlz" => IntUnary::LeadingZeros,
        "cttz" => IntUnary::TrailingZeros,
        "bswap" => IntUnary::SwapBytes,
        "bitreverse" => IntUnary::ReverseBits,
        "abs" => IntUnary::Abs,
        _ => return None,
    })
}

pub(crate) fn overflow_op(base: &str) -> Option<OverflowOp> {
    Some(match base {
        "uadd.with.overflow" => OverflowOp::UAdd,
        "sadd.with.overflow" => OverflowOp::SAdd,
        "usub.with.overflow" => OverflowOp::USub,
        "ssub.with.overflow" => OverflowOp::SSub,
        "umul.with.overflow" => OverflowOp::UMul,
        "smul.with.overflow" => OverflowOp::SMul,
        _ => return None,
    })
}

pub(crate) fn float_op(base: &str) -> Option<FloatOp> {
    Some(match base {
        "copysign" => FloatOp::CopySign,
        "minnum" | "minimumnum" => FloatOp::MinNum,
        "maxnum" | "maximumnum" => FloatOp::MaxNum,
        "minimum" => FloatOp::Minimum,
        "maximum" => FloatOp::Maximum,
        "pow" => FloatOp::Pow,
        "powi" => FloatOp::Powi,
        "atan2" => FloatOp::Atan2,
        "ldexp" => FloatOp::Ldexp,
        _ => return None,
    })
}

pub(crate) fn float_unary(base: &str) -> Option<FloatUnary> {
    Some(match base {
        "fabs" => FloatUnary::Abs,
        "sqrt" => FloatUnary::Sqrt,
        "floor" => FloatUnary::Floor,
        "ceil" => FloatUnary::Ceil,
        "trunc" => FloatUnary::Trunc,
        "round" => FloatUnary::Round,
        "roundeven" | "rint" | "nearbyint" => FloatUnary::RoundEven,
        "sin" => FloatUnary::Sin,
        "cos" => FloatUnary::Cos,
        "tan" => FloatUnary::Tan,
        "asin" => FloatUnary::Asin,
        "acos" => FloatUnary::Acos,
        "atan" => FloatUnary::Atan,
        "sinh" => FloatUnary::Sinh,
        "cosh" => FloatUnary::Cosh,
        "tanh" => FloatUnary::Tanh,
        "exp" => FloatUnary::Exp,
        "exp2" => FloatUnary::Exp2,
        "exp10" => FloatUnary::Exp10,
        "log" => FloatUnary::Log,
        "log2" => FloatUnary::Log2,
        "log10" => FloatUnary::Log10,
        _ => return None,
    })
}

pub(crate) fn reduction(kind: &str) -> Option<IntOp> {
    Some(match kind {
        "add" => IntOp::Add,
        "mul" => IntOp::Mul,
        "and" => IntOp::And,
        "or" => IntOp::Or,
        "xor" => IntOp::Xor,
        "smin" => IntOp::SMin,
        "smax" => IntOp::SMax,
        "umin" => IntOp::UMin,
        "umax" => IntOp::UMax,
        _ => return None,
    })
}
