//! Integer and float operations on registers, as the hardware computes them.

use crate::error::{ErrorKind, Fault};
use trailhound_program::{
    FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate, IntUnary, OverflowOp, Precision,
    RmwOp,
};

#[inline(always)]
pub fn mask(w: u8) -> u64 {
    u64::MAX >> (64 - w)
}

#[inline(always)]
pub fn signed(value: u64, w: u8) -> i64 {
    let shift = 64 - w;
    (value << shift) as i64 >> shift
}

pub fn mask_wide(w: u8) -> u128 {
    u128::MAX >> (128 - w)
}

pub fn signed_wide(value: u128, w: u8) -> i128 {
    let shift = 128 - w;
    (value << shift) as i128 >> shift
}

fn division_by_zero() -> Fault {
    Fault::error(ErrorKind::DivisionByZero, "division by zero")
}

/// Shifts by the width or more are undefined; they wrap, as on the hardware. The common case
/// is kept free of a division.
#[inline(always)]
fn amount(b: u64, w: u8) -> u64 {
    if b < w as u64 { b } else { b % w as u64 }
}

#[inline(always)]
pub fn int(op: IntOp, w: u8, a: u64, b: u64) -> Result<u64, Fault> {
    let value = match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::And => return Ok(a & b),
        IntOp::Or => return Ok(a | b),
        IntOp::Xor => return Ok(a ^ b),
        IntOp::Shl => a << amount(b, w),
        IntOp::LShr => return Ok(a >> amount(b, w)),
        IntOp::AShr => (signed(a, w) >> amount(b, w)) as u64,
        _ => return int_rarely(op, w, a, b),
    };
    Ok(value & mask(w))
}

fn int_rarely(op: IntOp, w: u8, a: u64, b: u64) -> Result<u64, Fault> {
    let (sa, sb) = (signed(a, w), signed(b, w));
    let least = signed(1 << (w - 1), w);
    let most = (mask(w) >> 1) as i64;
    let clamp = |value: i128| value.clamp(least as i128, most as i128) as i64 as u64;
    let value = match op {
        IntOp::UDiv if b != 0 => a / b,
        IntOp::URem if b != 0 => a % b,
        IntOp::SDiv | IntOp::SRem if b != 0 && sa == least && sb == -1 => {
            return Err(Fault::error(
                ErrorKind::DivisionByZero,
                "division of the least integer by -1 overflows",
            ));
        }
        IntOp::SDiv if b != 0 => sa.wrapping_div(sb) as u64,
        IntOp::SRem if b != 0 => sa.wrapping_rem(sb) as u64,
        IntOp::UDiv | IntOp::URem | IntOp::SDiv | IntOp::SRem => return Err(division_by_zero()),
        IntOp::SMin => sa.min(sb) as u64,
        IntOp::SMax => sa.max(sb) as u64,
        IntOp::UMin => a.min(b),
        IntOp::UMax => a.max(b),
        IntOp::UAddSat => (a as u128 + b as u128).min(mask(w) as u128) as u64,
        IntOp::USubSat => a.saturating_sub(b),
        IntOp::SAddSat => clamp(sa as i128 + sb as i128),
        IntOp::SSubSat => clamp(sa as i128 - sb as i128),
        IntOp::UShlSat => ((a as u128) << (b % w as u64)).min(mask(w) as u128) as u64,
        IntOp::SShlSat => clamp((sa as i128) << (b % w as u64)),
        IntOp::UCmp => return Ok((a.cmp(&b) as i8) as u8 as u64),
        IntOp::SCmp => return Ok((sa.cmp(&sb) as i8) as u8 as u64),
        _ => unreachable!("the common operations are computed in place"),
    };
    Ok(value & mask(w))
}

pub fn wide(op: IntOp, w: u8, a: u128, b: u128) -> Result<u128, Fault> {
    let (sa, sb) = (signed_wide(a, w), signed_wide(b, w));
    let amount = (b as u64 % w as u64) as u32;
    let least = signed_wide(1 << (w - 1), w);
    let most = (mask_wide(w) >> 1) as i128;
    let value = match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::Shl => a << amount,
        IntOp::LShr => a >> amount,
        IntOp::AShr => (sa >> amount) as u128,
        IntOp::UDiv | IntOp::URem | IntOp::SDiv | IntOp::SRem if b == 0 => {
            return Err(division_by_zero());
        }
        IntOp::UDiv => a / b,
        IntOp::URem => a % b,
        IntOp::SDiv => sa.wrapping_div(sb) as u128,
        IntOp::SRem => sa.wrapping_rem(sb) as u128,
        IntOp::SMin => sa.min(sb) as u128,
        IntOp::SMax => sa.max(sb) as u128,
        IntOp::UMin => a.min(b),
        IntOp::UMax => a.max(b),
        IntOp::UAddSat => a.saturating_add(b).min(mask_wide(w)),
        IntOp::USubSat => a.saturating_sub(b),
        IntOp::SAddSat => sa.saturating_add(sb).clamp(least, most) as u128,
        IntOp::SSubSat => sa.saturating_sub(sb).clamp(least, most) as u128,
        IntOp::UShlSat | IntOp::SShlSat => {
            return Err(Fault::unsupported(format!("saturating shift of {w} bits")));
        }
        IntOp::UCmp => return Ok((a.cmp(&b) as i8) as u8 as u128),
        IntOp::SCmp => return Ok((sa.cmp(&sb) as i8) as u8 as u128),
    };
    Ok(value & mask_wide(w))
}

pub fn unary(op: IntUnary, w: u8, a: u64) -> u64 {
    let spare = 64 - w as u32;
    match op {
        IntUnary::CountOnes => a.count_ones() as u64,
        IntUnary::LeadingZeros => a.leading_zeros() as u64 - spare as u64,
        IntUnary::TrailingZeros => (a.trailing_zeros() as u64).min(w as u64),
        IntUnary::SwapBytes => a.swap_bytes() >> spare,
        IntUnary::ReverseBits => a.reverse_bits() >> spare,
        IntUnary::Abs => signed(a, w).unsigned_abs() & mask(w),
    }
}

pub fn unary_wide(op: IntUnary, w: u8, a: u128) -> u128 {
    let spare = 128 - w as u32;
    match op {
        IntUnary::CountOnes => a.count_ones() as u128,
        IntUnary::LeadingZeros => (a.leading_zeros() - spare) as u128,
        IntUnary::TrailingZeros => (a.trailing_zeros() as u128).min(w as u128),
        IntUnary::SwapBytes => a.swap_bytes() >> spare,
        IntUnary::ReverseBits => a.reverse_bits() >> spare,
        IntUnary::Abs => signed_wide(a, w).unsigned_abs() & mask_wide(w),
    }
}

pub fn overflow(op: OverflowOp, w: u8, a: u64, b: u64) -> (u64, bool) {
    let (sa, sb) = (signed(a, w) as i128, signed(b, w) as i128);
    let (ua, ub) = (a as i128, b as i128);
    let (exact, is_signed) = match op {
        OverflowOp::UAdd => (ua + ub, false),
        OverflowOp::USub => (ua - ub, false),
        OverflowOp::UMul => match (a as u128).checked_mul(b as u128) {
            Some(product) if product <= mask(w) as u128 => (product as i128, false),
            _ => return (a.wrapping_mul(b) & mask(w), true),
        },
        OverflowOp::SAdd => (sa + sb, true),
        OverflowOp::SSub => (sa - sb, true),
        OverflowOp::SMul => (sa * sb, true),
    };
    let value = exact as u64 & mask(w);
    let back = if is_signed {
        signed(value, w) as i128
    } else {
        value as i128
    };
    (value, back != exact)
}

pub fn overflow_wide(op: OverflowOp, w: u8, a: u128, b: u128) -> (u128, bool) {
    let (sa, sb) = (signed_wide(a, w), signed_wide(b, w));
    let unsigned =
        |(value, over): (u128, bool)| (value & mask_wide(w), over || value > mask_wide(w));
    let both = |(value, over): (i128, bool)| {
        let cut = value as u128 & mask_wide(w);
        (cut, over || signed_wide(cut, w) != value)
    };
    match op {
        OverflowOp::UAdd => unsigned(a.overflowing_add(b)),
        OverflowOp::USub => unsigned(a.overflowing_sub(b)),
        OverflowOp::UMul => unsigned(a.overflowing_mul(b)),
        OverflowOp::SAdd => both(sa.overflowing_add(sb)),
        OverflowOp::SSub => both(sa.overflowing_sub(sb)),
        OverflowOp::SMul => both(sa.overflowing_mul(sb)),
    }
}

#[inline(always)]
pub fn compare(predicate: IntPredicate, w: u8, a: u64, b: u64) -> bool {
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => signed(a, w) > signed(b, w),
        IntPredicate::Sge => signed(a, w) >= signed(b, w),
        IntPredicate::Slt => signed(a, w) < signed(b, w),
        IntPredicate::Sle => signed(a, w) <= signed(b, w),
    }
}

pub fn funnel(w: u8, a: u64, b: u64, amount: u64, left: bool) -> u64 {
    let amount = (amount % w as u64) as u32;
    let joined = (a as u128) << w | b as u128;
    let shifted = if left {
        joined << amount >> w
    } else {
        joined >> amount
    };
    shifted as u64 & mask(w)
}

fn double(p: Precision, bits: u64) -> f64 {
    match p {
        Precision::Single => f32::from_bits(bits as u32) as f64,
        Precision::Double => f64::from_bits(bits),
    }
}

/// Computes in the precision of the operands: rounding twice would show.
macro_rules! in_precision {
    ($p:expr, |$($x:ident = $bits:ident),+| $body:expr) => {
        match $p {
            Precision::Single => {
                $(let $x = f32::from_bits($bits as u32);)+
                ($body).to_bits() as u64
            }
            Precision::Double => {
                $(let $x = f64::from_bits($bits);)+
                ($body).to_bits()
            }
        }
    };
}

pub fn float(op: FloatOp, p: Precision, a: u64, b: u64) -> u64 {
    match op {
        FloatOp::Add => in_precision!(p, |x = a, y = b| x + y),
        FloatOp::Sub => in_precision!(p, |x = a, y = b| x - y),
        FloatOp::Mul => in_precision!(p, |x = a, y = b| x * y),
        FloatOp::Div => in_precision!(p, |x = a, y = b| x / y),
        FloatOp::Rem => in_precision!(p, |x = a, y = b| x % y),
        FloatOp::CopySign => in_precision!(p, |x = a, y = b| x.copysign(y)),
        FloatOp::MinNum => in_precision!(p, |x = a, y = b| x.min(y)),
        FloatOp::MaxNum => in_precision!(p, |x = a, y = b| x.max(y)),
        FloatOp::Minimum => {
            in_precision!(p, |x = a, y = b| if x.is_nan() || y.is_nan() { x + y } else { x.min(y) })
        }
        FloatOp::Maximum => {
            in_precision!(p, |x = a, y = b| if x.is_nan() || y.is_nan() { x + y } else { x.max(y) })
        }
        FloatOp::Pow => in_precision!(p, |x = a, y = b| x.powf(y)),
        FloatOp::Atan2 => in_precision!(p, |x = a, y = b| x.atan2(y)),
        FloatOp::Powi => in_precision!(p, |x = a| x.powi(b as u32 as i32)),
        FloatOp::Ldexp => {
            in_precision!(p, |x = a| x * 2.0f64.powi(b as u32 as i32).narrow_like(x))
        }
    }
}

/// Converts a double to the type of a value, for operations written once for both.
trait NarrowLike<T> {
    fn narrow_like(self, like: T) -> T;
}

impl NarrowLike<f32> for f64 {
    fn narrow_like(self, _: f32) -> f32 {
        self as f32
    }
}

impl NarrowLike<f64> for f64 {
    fn narrow_like(self, _: f64) -> f64 {
        self
    }
}

pub fn float_unary(op: FloatUnary, p: Precision, a: u64) -> u64 {
    match op {
        FloatUnary::Neg => in_precision!(p, |x = a| -x),
        FloatUnary::Abs => in_precision!(p, |x = a| x.abs()),
        FloatUnary::Sqrt => in_precision!(p, |x = a| x.sqrt()),
        FloatUnary::Floor => in_precision!(p, |x = a| x.floor()),
        FloatUnary::Ceil => in_precision!(p, |x = a| x.ceil()),
        FloatUnary::Trunc => in_precision!(p, |x = a| x.trunc()),
        FloatUnary::Round => in_precision!(p, |x = a| x.round()),
        FloatUnary::RoundEven => in_precision!(p, |x = a| x.round_ties_even()),
        FloatUnary::Sin => in_precision!(p, |x = a| x.sin()),
        FloatUnary::Cos => in_precision!(p, |x = a| x.cos()),
        FloatUnary::Tan => in_precision!(p, |x = a| x.tan()),
        FloatUnary::Asin => in_precision!(p, |x = a| x.asin()),
        FloatUnary::Acos => in_precision!(p, |x = a| x.acos()),
        FloatUnary::Atan => in_precision!(p, |x = a| x.atan()),
        FloatUnary::Sinh => in_precision!(p, |x = a| x.sinh()),
        FloatUnary::Cosh => in_precision!(p, |x = a| x.cosh()),
        FloatUnary::Tanh => in_precision!(p, |x = a| x.tanh()),
        FloatUnary::Exp => in_precision!(p, |x = a| x.exp()),
        FloatUnary::Exp2 => in_precision!(p, |x = a| x.exp2()),
        FloatUnary::Exp10 => in_precision!(p, |x = a| 10.0f64.narrow_like(x).powf(x)),
        FloatUnary::Log => in_precision!(p, |x = a| x.ln()),
        FloatUnary::Log2 => in_precision!(p, |x = a| x.log2()),
        FloatUnary::Log10 => in_precision!(p, |x = a| x.log10()),
    }
}

pub fn fused(p: Precision, a: u64, b: u64, c: u64) -> u64 {
    in_precision!(p, |x = a, y = b, z = c| x.mul_add(y, z))
}

pub fn float_compare(predicate: FloatPredicate, p: Precision, a: u64, b: u64) -> bool {
    let (x, y) = (double(p, a), double(p, b));
    let unordered = x.is_nan() || y.is_nan();
    match predicate {
        FloatPredicate::False => false,
        FloatPredicate::True => true,
        FloatPredicate::Oeq => x == y,
        FloatPredicate::Ogt => x > y,
        FloatPredicate::Oge => x >= y,
        FloatPredicate::Olt => x < y,
        FloatPredicate::Ole => x <= y,
        FloatPredicate::One => x != y && !unordered,
        FloatPredicate::Ord => !unordered,
        FloatPredicate::Ueq => x == y || unordered,
        FloatPredicate::Ugt => x > y || unordered,
        FloatPredicate::Uge => x >= y || unordered,
        FloatPredicate::Ult => x < y || unordered,
        FloatPredicate::Ule => x <= y || unordered,
        FloatPredicate::Une => x != y,
        FloatPredicate::Uno => unordered,
    }
}

/// llvm.is.fpclass: a bit for each class in the order of LLVM's language reference.
pub fn float_class(p: Precision, mask: u16, a: u64) -> bool {
    use std::num::FpCategory::*;
    let (category, negative, quiet) = match p {
        Precision::Single => {
            let x = f32::from_bits(a as u32);
            (x.classify(), x.is_sign_negative(), a >> 22 & 1 == 1)
        }
        Precision::Double => {
            let x = f64::from_bits(a);
            (x.classify(), x.is_sign_negative(), a >> 51 & 1 == 1)
        }
    };
    let bit = match (category, negative) {
        (Nan, _) => !quiet as u16 ^ 1,
        (Infinite, true) => 2,
        (Normal, true) => 3,
        (Subnormal, true) => 4,
        (Zero, true) => 5,
        (Zero, false) => 6,
        (Subnormal, false) => 7,
        (Normal, false) => 8,
        (Infinite, false) => 9,
    };
    mask >> bit & 1 == 1
}

/// Out of range, a plain conversion gives what cvttsd2si gives: the least integer.
pub fn float_to_int(p: Precision, is_signed: bool, saturate: bool, w: u8, a: u64) -> u128 {
    let x = double(p, a);
    let value = if is_signed {
        let least = i128::MIN >> (128 - w);
        let most = !least;
        let exact = x as i128;
        let fits = x.trunc() >= least as f64 && x.trunc() < -(least as f64);
        if fits {
            exact as u128
        } else if saturate {
            if x.is_nan() {
                0
            } else {
                exact.clamp(least, most) as u128
            }
        } else {
            least as u128
        }
    } else if saturate {
        (x as u128).min(mask_wide(w))
    } else if x < 0.0 {
        x as i128 as u128
    } else {
        x as u128
    };
    value & mask_wide(w)
}

pub fn int_to_float(p: Precision, is_signed: bool, w: u8, a: u128) -> u64 {
    match (p, is_signed) {
        (Precision::Single, true) => (signed_wide(a, w) as f32).to_bits() as u64,
        (Precision::Single, false) => (a as f32).to_bits() as u64,
        (Precision::Double, true) => (signed_wide(a, w) as f64).to_bits(),
        (Precision::Double, false) => (a as f64).to_bits(),
    }
}

/// The value that an atomic read-modify-write leaves behind.
pub fn modify(op: RmwOp, w: u8, old: u64, v: u64) -> u64 {
    let p = if w == 32 {
        Precision::Single
    } else {
        Precision::Double
    };
    let value = match op {
        RmwOp::Xchg => v,
        RmwOp::Add => old.wrapping_add(v),
        RmwOp::Sub => old.wrapping_sub(v),
        RmwOp::And => old & v,
        RmwOp::Nand => !(old & v),
        RmwOp::Or => old | v,
        RmwOp::Xor => old ^ v,
        RmwOp::Max => signed(old, w).max(signed(v, w)) as u64,
        RmwOp::Min => signed(old, w).min(signed(v, w)) as u64,
        RmwOp::UMax => old.max(v),
        RmwOp::UMin => old.min(v),
        RmwOp::FAdd => float(FloatOp::Add, p, old, v),
        RmwOp::FSub => float(FloatOp::Sub, p, old, v),
        RmwOp::FMax => float(FloatOp::MaxNum, p, old, v),
        RmwOp::FMin => float(FloatOp::MinNum, p, old, v),
        RmwOp::UIncWrap => {
            if old >= v {
                0
            } else {
                old + 1
            }
        }
        RmwOp::UDecWrap => {
            if old == 0 || old > v {
                v
            } else {
                old - 1
            }
        }
        RmwOp::USubCond => {
            if old >= v {
                old - v
            } else {
                old
            }
        }
        RmwOp::USubSat => old.saturating_sub(v),
        RmwOp::ReverseSub => v.wrapping_sub(old),
    };
    value & mask(w)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_integers_wrap_at_their_width() {
        assert_eq!(int(IntOp::Add, 8, 250, 10).unwrap(), 4);
        assert_eq!(int(IntOp::AShr, 8, 0x80, 3).unwrap(), 0xf0);
        assert_eq!(int(IntOp::SDiv, 16, 0xfff6, 3).unwrap(), 0xfffd);
        assert!(int(IntOp::SDiv, 32, 0x8000_0000, 0xffff_ffff).is_err());
        assert!(int(IntOp::URem, 32, 1, 0).is_err());
        assert_eq!(int(IntOp::SAddSat, 8, 0x7f, 1).unwrap(), 0x7f);
        assert_eq!(int(IntOp::SCmp, 32, 0xffff_ffff, 1).unwrap(), 0xff);
        assert_eq!(unary(IntUnary::LeadingZeros, 16, 1), 15);
        assert_eq!(unary(IntUnary::SwapBytes, 32, 0x1122_3344), 0x4433_2211);
        assert_eq!(funnel(8, 0b1000_0001, 0b1000_0000, 1, true), 0b11);
    }

    #[test]
    fn overflow_is_seen_at_every_width() {
        assert_eq!(
            overflow(OverflowOp::UMul, 64, u64::MAX, 2),
            (u64::MAX - 1, true)
        );
        assert_eq!(overflow(OverflowOp::SAdd, 8, 0x7f, 1), (0x80, true));
        assert_eq!(overflow(OverflowOp::USub, 32, 3, 4), (0xffff_ffff, true));
        assert_eq!(
            overflow(OverflowOp::SMul, 64, u64::MAX, 5),
            (-5i64 as u64, false)
        );
        assert_eq!(
            overflow_wide(OverflowOp::UAdd, 128, u128::MAX, 1),
            (0, true)
        );
    }

    #[test]
    fn floats_convert_as_the_hardware_does() {
        assert_eq!(
            float_to_int(Precision::Double, true, true, 8, 300f64.to_bits()),
            127
        );
        assert_eq!(
            float_to_int(Precision::Double, true, false, 32, (-3.7f64).to_bits()),
            0xffff_fffd
        );
        assert_eq!(
            float_to_int(Precision::Double, false, true, 8, (-1f64).to_bits()),
            0
        );
        assert!(float_class(Precision::Double, 3, f64::NAN.to_bits()));
        assert!(float_class(Precision::Single, 1 << 6, 0));
    }
}
