//! <math.h>: the functions of real numbers. Rust's floats call the same libm, so results
//! are those of a native run; only cbrt is more exact. What Rust computes in its own ways
//! (asinh and the like) is left out. errno is set as glibc sets it. What takes floats apart
//! has a file of its own.

use super::Table;
use super::errors::{EDOM, ERANGE};
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};

/// A double and a float version of each function.
macro_rules! tables {
    ($unary:ident: $($one:literal, $one_single:literal => $f:ident;)*
     $binary:ident: $($two:literal, $two_single:literal => $g:ident;)*) => {
        pub const $unary: Table = &[$(
            ($one, |m, a| unary(m, a, f64::$f)),
            ($one_single, |m, a| unary_single(m, a, f32::$f)),
        )*];
        pub const $binary: Table = &[$(
            ($two, |m, a| binary(m, a, f64::$g)),
            ($two_single, |m, a| binary_single(m, a, f32::$g)),
        )*];
    };
}

tables! {
    UNARY:
    "sin", "sinf" => sin;
    "cos", "cosf" => cos;
    "tan", "tanf" => tan;
    "asin", "asinf" => asin;
    "acos", "acosf" => acos;
    "atan", "atanf" => atan;
    "sinh", "sinhf" => sinh;
    "cosh", "coshf" => cosh;
    "tanh", "tanhf" => tanh;
    "expm1", "expm1f" => exp_m1;
    "log", "logf" => ln;
    "log2", "log2f" => log2;
    "log10", "log10f" => log10;
    "log1p", "log1pf" => ln_1p;
    "sqrt", "sqrtf" => sqrt;
    "cbrt", "cbrtf" => cbrt;
    "floor", "floorf" => floor;
    "ceil", "ceilf" => ceil;
    "round", "roundf" => round;
    "roundeven", "roundevenf" => round_ties_even;
    "trunc", "truncf" => trunc;
    "rint", "rintf" => round_ties_even;
    "nearbyint", "nearbyintf" => round_ties_even;
    "fabs", "fabsf" => abs;
    BINARY:
    "atan2", "atan2f" => atan2;
    "hypot", "hypotf" => hypot;
    "fmin", "fminf" => min;
    "fmax", "fmaxf" => max;
    "copysign", "copysignf" => copysign;
}

pub const OTHERS: Table = &[
    ("exp", |m, a| {
        power(m, [1.0, double(a, 0)?], double(a, 0)?.exp())
    }),
    ("expf", |m, a| {
        power_single(m, [1.0, single(a, 0)?], single(a, 0)?.exp())
    }),
    ("exp2", |m, a| {
        power(m, [1.0, double(a, 0)?], double(a, 0)?.exp2())
    }),
    ("exp2f", |m, a| {
        power_single(m, [1.0, single(a, 0)?], single(a, 0)?.exp2())
    }),
    ("pow", |m, a| {
        power(
            m,
            [double(a, 0)?, double(a, 1)?],
            double(a, 0)?.powf(double(a, 1)?),
        )
    }),
    ("powf", |m, a| {
        power_single(
            m,
            [single(a, 0)?, single(a, 1)?],
            single(a, 0)?.powf(single(a, 1)?),
        )
    }),
    ("fmod", |m, a| binary(m, a, |x, y| x % y)),
    ("fmodf", |m, a| binary_single(m, a, |x, y| x % y)),
    ("remainder", |m, a| binary(m, a, remainder)),
    // A float's remainder is exact in double precision, and so a float.
    ("remainderf", |m, a| {
        binary_single(m, a, |x, y| remainder(x as f64, y as f64) as f32)
    }),
    ("drem", |m, a| binary(m, a, remainder)),
    ("fdim", |m, a| {
        binary(m, a, |x, y| if x <= y { 0.0 } else { x - y })
    }),
    ("fdimf", |m, a| {
        binary_single(m, a, |x, y| if x <= y { 0.0 } else { x - y })
    }),
    ("fma", |_, a| {
        let product = double(a, 0)?.mul_add(double(a, 1)?, double(a, 2)?);
        Ok(Reply::Value(product.to_bits()))
    }),
    ("fmaf", |_, a| {
        let product = single(a, 0)?.mul_add(single(a, 1)?, single(a, 2)?);
        Ok(Reply::Value(product.to_bits() as u64))
    }),
    ("sincos", |m, a| {
        let x = double(a, 0)?;
        if m.stops_at(&[a.get(1)?, a.get(2)?]) {
            return Ok(Reply::Stop);
        }
        m.write_u64(a.get(1)?, x.sin().to_bits())?;
        m.write_u64(a.get(2)?, x.cos().to_bits())?;
        Ok(Reply::Void)
    }),
    ("sincosf", |m, a| {
        let x = single(a, 0)?;
        if m.stops_at(&[a.get(1)?, a.get(2)?]) {
            return Ok(Reply::Stop);
        }
        m.write_u32(a.get(1)?, x.sin().to_bits())?;
        m.write_u32(a.get(2)?, x.cos().to_bits())?;
        Ok(Reply::Void)
    }),
];

pub(super) fn double(arguments: &Arguments, index: usize) -> Result<f64, Fault> {
    Ok(f64::from_bits(arguments.get(index)?))
}

pub(super) fn single(arguments: &Arguments, index: usize) -> Result<f32, Fault> {
    Ok(f32::from_bits(arguments.get(index)? as u32))
}

/// Sets errno for a result that the arguments do not explain: no number, a pole or too large.
fn note_errors(machine: &mut Machine<'_>, result: f64, arguments: &[f64]) -> Result<(), Fault> {
    if result.is_nan() && !arguments.iter().any(|x| x.is_nan()) {
        machine.set_errno(EDOM)?;
    } else if result.is_infinite() && arguments.iter().all(|x| x.is_finite()) {
        machine.set_errno(ERANGE)?;
    }
    Ok(())
}

fn unary(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    function: fn(f64) -> f64,
) -> Result<Reply, Fault> {
    let x = double(arguments, 0)?;
    let result = function(x);
    note_errors(machine, result, &[x])?;
    Ok(Reply::Value(result.to_bits()))
}

fn unary_single(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    function: fn(f32) -> f32,
) -> Result<Reply, Fault> {
    let x = single(arguments, 0)?;
    let result = function(x);
    note_errors(machine, result as f64, &[x as f64])?;
    Ok(Reply::Value(result.to_bits() as u64))
}

fn binary(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    function: fn(f64, f64) -> f64,
) -> Result<Reply, Fault> {
    let (x, y) = (double(arguments, 0)?, double(arguments, 1)?);
    let result = function(x, y);
    note_errors(machine, result, &[x, y])?;
    Ok(Reply::Value(result.to_bits()))
}

fn binary_single(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    function: fn(f32, f32) -> f32,
) -> Result<Reply, Fault> {
    let (x, y) = (single(arguments, 0)?, single(arguments, 1)?);
    let result = function(x, y);
    note_errors(machine, result as f64, &[x as f64, y as f64])?;
    Ok(Reply::Value(result.to_bits() as u64))
}

/// The result of base and exponent: one too small to be told from zero is an error as well.
fn note_power(machine: &mut Machine<'_>, arguments: [f64; 2], result: f64) -> Result<(), Fault> {
    let vanished = result == 0.0 && arguments[0] != 0.0 && arguments.iter().all(|x| x.is_finite());
    if vanished {
        machine.set_errno(ERANGE)?;
    }
    note_errors(machine, result, &arguments)
}

fn power(machine: &mut Machine<'_>, arguments: [f64; 2], result: f64) -> Result<Reply, Fault> {
    note_power(machine, arguments, result)?;
    Ok(Reply::Value(result.to_bits()))
}

fn power_single(
    machine: &mut Machine<'_>,
    arguments: [f32; 2],
    result: f32,
) -> Result<Reply, Fault> {
    note_power(machine, arguments.map(f64::from), result as f64)?;
    Ok(Reply::Value(result.to_bits() as u64))
}

/// x - n y for the integer n nearest to x / y, the even one of two: always exact.
fn remainder(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    if y.is_infinite() {
        return x;
    }
    let step = y.abs();
    // Modulo two steps, so that it is known whether n is even.
    let doubled = step + step;
    let mut rest = if doubled.is_finite() {
        x.abs() % doubled
    } else {
        x.abs()
    };
    // rest > step / 2, and rest >= step / 2 for an odd n, without halving a tiny step.
    let beyond_half = |rest: f64| {
        if rest + rest == f64::INFINITY {
            rest > step / 2.0
        } else {
            rest + rest > step
        }
    };
    let from_half = |rest: f64| {
        if rest + rest == f64::INFINITY {
            rest >= step / 2.0
        } else {
            rest + rest >= step
        }
    };
    if beyond_half(rest) {
        rest -= step;
        if from_half(rest) {
            rest -= step;
        }
    }
    if x.is_sign_negative() { -rest } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainder_takes_the_nearest_multiple() {
        let cases = [
            (5.0, 3.0, -1.0),
            (4.0, 3.0, 1.0),
            (-5.0, 3.0, 1.0),
            (1.5, 1.0, -0.5),
            (2.5, 1.0, 0.5),
            (0.5, 1.0, 0.5),
            (7.0, -2.0, -1.0),
            (f64::MAX, f64::MAX, 0.0),
            (5e-324, 1e-323, 5e-324),
            (1.5e-323, 1e-323, -5e-324),
            (3.0, f64::INFINITY, 3.0),
        ];
        for (x, y, expected) in cases {
            assert_eq!(remainder(x, y), expected, "remainder({x}, {y})");
        }
        assert!(remainder(1.0, 0.0).is_nan() && remainder(f64::INFINITY, 1.0).is_nan());
    }
}
