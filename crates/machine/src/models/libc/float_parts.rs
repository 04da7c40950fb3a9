//! <math.h>: functions that take floats apart, classify them or turn them into integers.

use super::Table;
use super::errors::ERANGE;
use super::math::{double, single};
use super::reals::{Kind, round};
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::Reply;
use std::num::FpCategory;
use trailhound_program::DataModel;

pub const MODELS: Table = &[
    ("lround", |m, a| Ok(whole_long(m, double(a, 0)?.round()))),
    ("lroundf", |m, a| {
        Ok(whole_long(m, single(a, 0)?.round() as f64))
    }),
    ("llround", |_, a| Ok(whole(double(a, 0)?.round()))),
    ("llroundf", |_, a| Ok(whole(single(a, 0)?.round() as f64))),
    ("lrint", |m, a| {
        Ok(whole_long(m, double(a, 0)?.round_ties_even()))
    }),
    ("lrintf", |m, a| {
        Ok(whole_long(m, single(a, 0)?.round_ties_even() as f64))
    }),
    ("llrint", |_, a| Ok(whole(double(a, 0)?.round_ties_even()))),
    ("llrintf", |_, a| {
        Ok(whole(single(a, 0)?.round_ties_even() as f64))
    }),
    ("ldexp", |m, a| {
        scale(m, double(a, 0)?, a.get_i32(1)? as i64, Kind::Double)
    }),
    ("ldexpf", |m, a| {
        scale(m, single(a, 0)? as f64, a.get_i32(1)? as i64, Kind::Single)
    }),
    ("scalbn", |m, a| {
        scale(m, double(a, 0)?, a.get_i32(1)? as i64, Kind::Double)
    }),
    ("scalbnf", |m, a| {
        scale(m, single(a, 0)? as f64, a.get_i32(1)? as i64, Kind::Single)
    }),
    ("scalbln", |m, a| {
        scale(m, double(a, 0)?, m.long_argument(a, 1)?, Kind::Double)
    }),
    ("scalblnf", |m, a| {
        scale(
            m,
            single(a, 0)? as f64,
            m.long_argument(a, 1)?,
            Kind::Single,
        )
    }),
    ("frexp", |m, a| {
        split(m, double(a, 0)?, a.get(1)?, Kind::Double)
    }),
    ("frexpf", |m, a| {
        split(m, single(a, 0)? as f64, a.get(1)?, Kind::Single)
    }),
    ("modf", |m, a| {
        let (x, place) = (double(a, 0)?, a.get(1)?);
        if m.stops_at(&[place]) {
            return Ok(Reply::Stop);
        }
        m.write_u64(place, x.trunc().to_bits())?;
        Ok(float(fraction(x), Kind::Double))
    }),
    ("modff", |m, a| {
        let (x, place) = (single(a, 0)?, a.get(1)?);
        if m.stops_at(&[place]) {
            return Ok(Reply::Stop);
        }
        m.write_u32(place, x.trunc().to_bits())?;
        Ok(float(fraction(x as f64), Kind::Single))
    }),
    ("logb", |m, a| {
        let x = double(a, 0)?;
        if x == 0.0 {
            m.set_errno(ERANGE)?;
        }
        Ok(float(binary_logarithm(x), Kind::Double))
    }),
    ("ilogb", |_, a| {
        Ok(super::int(integer_logarithm(double(a, 0)?)))
    }),
    ("ilogbf", |_, a| {
        Ok(super::int(integer_logarithm(single(a, 0)? as f64)))
    }),
    ("nextafter", |_, a| {
        Ok(Reply::Value(
            neighbour(double(a, 0)?, double(a, 1)?).to_bits(),
        ))
    }),
    ("nan", |_, _| Ok(float(f64::NAN, Kind::Double))),
    ("nanf", |_, _| Ok(float(f64::NAN, Kind::Single))),
    ("isnan", |_, a| Ok(truth(double(a, 0)?.is_nan()))),
    ("isnanf", |_, a| Ok(truth(single(a, 0)?.is_nan()))),
    ("__isnan", |_, a| Ok(truth(double(a, 0)?.is_nan()))),
    ("__isnanf", |_, a| Ok(truth(single(a, 0)?.is_nan()))),
    ("isinf", |_, a| Ok(super::int(infinity(double(a, 0)?)))),
    ("isinff", |_, a| {
        Ok(super::int(infinity(single(a, 0)? as f64)))
    }),
    ("__isinf", |_, a| Ok(super::int(infinity(double(a, 0)?)))),
    ("__isinff", |_, a| {
        Ok(super::int(infinity(single(a, 0)? as f64)))
    }),
    ("finite", |_, a| Ok(truth(double(a, 0)?.is_finite()))),
    ("finitef", |_, a| Ok(truth(single(a, 0)?.is_finite()))),
    ("__finite", |_, a| Ok(truth(double(a, 0)?.is_finite()))),
    ("__finitef", |_, a| Ok(truth(single(a, 0)?.is_finite()))),
    ("__signbit", |_, a| {
        Ok(truth(double(a, 0)?.is_sign_negative()))
    }),
    ("__signbitf", |_, a| {
        Ok(truth(single(a, 0)?.is_sign_negative()))
    }),
    ("__fpclassify", |_, a| {
        Ok(super::int(class(double(a, 0)?.classify())))
    }),
    ("__fpclassifyf", |_, a| {
        Ok(super::int(class(single(a, 0)?.classify())))
    }),
];

fn float(value: f64, kind: Kind) -> Reply {
    Reply::Value(match kind {
        Kind::Double => value.to_bits(),
        Kind::Single => (value as f32).to_bits() as u64,
    })
}

fn truth(holds: bool) -> Reply {
    super::int(holds as i32)
}

/// What cvttsd2si makes of a whole number: the lowest integer for all that do not fit.
fn whole(value: f64) -> Reply {
    let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value);
    Reply::Value(if fits { value as i64 } else { i64::MIN } as u64)
}

/// The same as a `long`.
fn whole_long(machine: &Machine<'_>, value: f64) -> Reply {
    let fits = (-2_147_483_648.0..2_147_483_648.0).contains(&value);
    match machine.data_model() {
        DataModel::Ilp32 if !fits => super::int(i32::MIN),
        _ => whole(value),
    }
}

/// A finite value other than zero as an integer and a power of two.
fn parts(value: f64) -> (u64, i64) {
    let bits = value.abs().to_bits();
    let (biased, fraction) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
    if biased == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, biased - 1075)
    }
}

fn is_ordinary(value: f64) -> bool {
    value.is_finite() && value != 0.0
}

fn scale(machine: &mut Machine<'_>, value: f64, exponent: i64, kind: Kind) -> Result<Reply, Fault> {
    if !is_ordinary(value) {
        return Ok(float(value, kind));
    }
    let (significand, own) = parts(value);
    let (result, _) = round(
        significand,
        false,
        own + exponent.clamp(-10_000, 10_000),
        kind,
    );
    if !is_ordinary(result) {
        machine.set_errno(ERANGE)?;
    }
    Ok(float(result.copysign(value), kind))
}

fn split(machine: &mut Machine<'_>, value: f64, place: u64, kind: Kind) -> Result<Reply, Fault> {
    if machine.stops_at(&[place]) {
        return Ok(Reply::Stop);
    }
    let (fraction, exponent) = fraction_and_exponent(value);
    machine.write_u32(place, exponent as u32)?;
    Ok(float(fraction, kind))
}

/// frexp: a fraction from one half up to one.
fn fraction_and_exponent(value: f64) -> (f64, i32) {
    if !is_ordinary(value) {
        return (value, 0);
    }
    let (significand, exponent) = parts(value);
    let length = 64 - significand.leading_zeros() as i64;
    let (fraction, _) = round(significand, false, -length, Kind::Double);
    (fraction.copysign(value), (exponent + length) as i32)
}

/// What is left behind the point, with the sign of the whole.
fn fraction(value: f64) -> f64 {
    let rest = if value.is_infinite() {
        0.0
    } else {
        value - value.trunc()
    };
    rest.copysign(value)
}

fn binary_logarithm(value: f64) -> f64 {
    if value == 0.0 {
        f64::NEG_INFINITY
    } else if !value.is_finite() {
        value * value
    } else {
        (fraction_and_exponent(value).1 - 1) as f64
    }
}

fn integer_logarithm(value: f64) -> i32 {
    if value == 0.0 || value.is_nan() {
        i32::MIN
    } else if value.is_infinite() {
        i32::MAX
    } else {
        fraction_and_exponent(value).1 - 1
    }
}

fn neighbour(from: f64, to: f64) -> f64 {
    if from.is_nan() || to.is_nan() {
        f64::NAN
    } else if from == to {
        to
    } else if from < to {
        from.next_up()
    } else {
        from.next_down()
    }
}

fn infinity(value: f64) -> i32 {
    value.is_infinite() as i32 * value.signum() as i32
}

/// glibc's numbers for FP_NAN and its companions.
fn class(category: FpCategory) -> i32 {
    match category {
        FpCategory::Nan => 0,
        FpCategory::Infinite => 1,
        FpCategory::Zero => 2,
        FpCategory::Subnormal => 3,
        FpCategory::Normal => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frexp_splits_exactly() {
        assert_eq!(fraction_and_exponent(8.0), (0.5, 4));
        assert_eq!(fraction_and_exponent(-0.75), (-0.75, 0));
        assert_eq!(fraction_and_exponent(5e-324), (0.5, -1073));
        assert_eq!(fraction_and_exponent(0.0), (0.0, 0));
    }

    #[test]
    fn fraction_keeps_the_sign() {
        assert_eq!(fraction(-2.5), -0.5);
        assert!(
            fraction(-2.0).is_sign_negative() && fraction(f64::NEG_INFINITY).is_sign_negative()
        );
    }

    #[test]
    fn logarithms_of_exponents() {
        assert_eq!(
            (
                integer_logarithm(8.0),
                integer_logarithm(0.0),
                integer_logarithm(5e-324)
            ),
            (3, i32::MIN, -1074)
        );
        assert_eq!(binary_logarithm(0.5), -1.0);
    }
}
