//! <stdlib.h>, what is left of it: absolute values, division, and an environment without
//! variables.

use super::Table;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::models::{Arguments, Reply};
use trailhound_program::DataModel;

pub const MODELS: Table = &[
    ("abs", |_, a| Ok(super::int(a.get_i32(0)?.wrapping_abs()))),
    ("labs", |m, a| {
        Ok(Reply::Value(m.long_argument(a, 0)?.wrapping_abs() as u64))
    }),
    ("llabs", |_, a| {
        Ok(Reply::Value((a.get(0)? as i64).wrapping_abs() as u64))
    }),
    ("imaxabs", |_, a| {
        Ok(Reply::Value((a.get(0)? as i64).wrapping_abs() as u64))
    }),
    ("div", |m, a| match m.data_model() {
        DataModel::Ilp32 => divide_into(m, a, 4),
        DataModel::Lp64 => divide(a),
    }),
    ("ldiv", |m, a| match m.data_model() {
        DataModel::Ilp32 => divide_into(m, a, 4),
        DataModel::Lp64 => divide_long(a),
    }),
    ("lldiv", divide_long_long),
    ("imaxdiv", divide_long_long),
    ("setlocale", |m, _| {
        Ok(Reply::Value(super::text_of_thread(m, LOCALE_NAME, b"C")?))
    }),
    ("system", |_, _| {
        Err(Fault::unsupported("`system`: another program would run"))
    }),
];

const LOCALE_NAME: u32 = u32::MAX - 4;

/// A division that the processor refuses.
fn check(dividend: i64, divisor: i64, lowest: i64) -> Result<(), Fault> {
    if divisor == 0 {
        return Err(Fault::error(ErrorKind::DivisionByZero, "division by zero"));
    }
    if dividend == lowest && divisor == -1 {
        return Err(Fault::error(
            ErrorKind::DivisionByZero,
            "the quotient does not fit",
        ));
    }
    Ok(())
}

/// Both halves of the result lie in one register.
fn divide(arguments: &Arguments) -> Result<Reply, Fault> {
    let (dividend, divisor) = (arguments.get_i32(0)?, arguments.get_i32(1)?);
    check(dividend as i64, divisor as i64, i32::MIN as i64)?;
    let (quotient, rest) = (dividend / divisor, dividend % divisor);
    Ok(Reply::Value(
        (rest as u32 as u64) << 32 | quotient as u32 as u64,
    ))
}

fn divide_long_long(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    match machine.data_model() {
        DataModel::Ilp32 => divide_into(machine, arguments, 8),
        DataModel::Lp64 => divide_long(arguments),
    }
}

/// On i386 the result lies in memory that the first argument points to.
fn divide_into(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    size: u64,
) -> Result<Reply, Fault> {
    let place = arguments.get(0)?;
    if machine.stops_at(&[place]) {
        return Ok(Reply::Stop);
    }
    let (dividend, divisor, lowest) = match size {
        4 => {
            let (dividend, divisor) = (arguments.get_i32(1)?, arguments.get_i32(2)?);
            (dividend.into(), divisor.into(), i32::MIN.into())
        }
        _ => (arguments.get(1)? as i64, arguments.get(2)? as i64, i64::MIN),
    };
    check(dividend, divisor, lowest)?;
    for (place, value) in [
        (place, dividend / divisor),
        (place + size, dividend % divisor),
    ] {
        machine.write_bytes(place, &value.to_le_bytes()[..size as usize])?;
    }
    Ok(Reply::Void)
}

fn divide_long(arguments: &Arguments) -> Result<Reply, Fault> {
    let (dividend, divisor) = (arguments.get(0)? as i64, arguments.get(1)? as i64);
    check(dividend, divisor, i64::MIN)?;
    Ok(Reply::Pair(
        (dividend / divisor) as u64,
        (dividend % divisor) as u64,
    ))
}
