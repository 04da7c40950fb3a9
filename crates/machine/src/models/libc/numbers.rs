//! <stdlib.h>: atoi, strtol, strtod and their relatives over memory and errno. How numbers
//! are read is known to `integers` and `reals`.

use super::Table;
use super::bytes::string;
use super::errors::{EINVAL, ERANGE};
use super::integers::{Integer, integer_at_start};
use super::reals::{Kind, real_at_start};
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};
use trailhound_program::DataModel;

pub const MODELS: Table = &[
    ("atoi", |m, a| decimal(m, a, |value| value as u32 as u64)),
    ("atol", |m, a| match m.data_model() {
        // strtol finds the nearest.
        DataModel::Ilp32 => decimal(m, a, |value| {
            value.clamp(i32::MIN.into(), i32::MAX.into()) as u64
        }),
        DataModel::Lp64 => decimal(m, a, |value| value as u64),
    }),
    ("atoll", |m, a| decimal(m, a, |value| value as u64)),
    ("strtol", |m, a| integer(m, a, false, signed_long(m))),
    ("strtoll", |m, a| integer(m, a, false, signed)),
    ("strtoimax", |m, a| integer(m, a, false, signed)),
    ("strtoul", |m, a| integer(m, a, false, unsigned_long(m))),
    ("strtoull", |m, a| integer(m, a, false, Integer::unsigned)),
    ("strtoumax", |m, a| integer(m, a, false, Integer::unsigned)),
    ("__strtol_internal", |m, a| {
        integer(m, a, false, signed_long(m))
    }),
    ("__strtoul_internal", |m, a| {
        integer(m, a, false, unsigned_long(m))
    }),
    ("__isoc23_strtol", |m, a| {
        integer(m, a, true, signed_long(m))
    }),
    ("__isoc23_strtoll", |m, a| integer(m, a, true, signed)),
    ("__isoc23_strtoimax", |m, a| integer(m, a, true, signed)),
    ("__isoc23_strtoul", |m, a| {
        integer(m, a, true, unsigned_long(m))
    }),
    ("__isoc23_strtoull", |m, a| {
        integer(m, a, true, Integer::unsigned)
    }),
    ("__isoc23_strtoumax", |m, a| {
        integer(m, a, true, Integer::unsigned)
    }),
    ("atof", |m, a| real(m, a.get(0)?, 0, Kind::Double)),
    ("strtod", |m, a| real(m, a.get(0)?, a.get(1)?, Kind::Double)),
    ("__strtod_internal", |m, a| {
        real(m, a.get(0)?, a.get(1)?, Kind::Double)
    }),
    ("strtof", |m, a| real(m, a.get(0)?, a.get(1)?, Kind::Single)),
];

fn signed(integer: &Integer) -> (u64, bool) {
    let (value, out_of_range) = integer.signed();
    (value as u64, out_of_range)
}

fn signed_32(integer: &Integer) -> (u64, bool) {
    let (value, out_of_range) = integer.signed_32();
    (value as u64, out_of_range)
}

/// What a text means as a `long`, and whether it lies outside.
type Meaning = fn(&Integer) -> (u64, bool);

fn signed_long(machine: &Machine<'_>) -> Meaning {
    machine.data_model().choose(signed_32, signed)
}

fn unsigned_long(machine: &Machine<'_>) -> Meaning {
    machine
        .data_model()
        .choose(Integer::unsigned_32, Integer::unsigned)
}

fn decimal(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    convert: fn(i64) -> u64,
) -> Result<Reply, Fault> {
    let text = arguments.get(0)?;
    if machine.stops_at(&[text]) {
        return Ok(Reply::Stop);
    }
    let (value, _) = integer_at_start(&string(machine, text)?, 10, false).signed();
    Ok(Reply::Value(convert(value)))
}

fn integer(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    binary_prefix: bool,
    value: Meaning,
) -> Result<Reply, Fault> {
    let (text, end, base) = (arguments.get(0)?, arguments.get(1)?, arguments.get_i32(2)?);
    if base != 0 && !(2..=36).contains(&base) {
        machine.set_errno(EINVAL)?;
        return Ok(Reply::Value(0));
    }
    if machine.stops_at(&[text, end]) {
        return Ok(Reply::Stop);
    }
    let integer = integer_at_start(&string(machine, text)?, base as u32, binary_prefix);
    let (value, out_of_range) = value(&integer);
    finish(machine, text, end, integer.length, out_of_range)?;
    Ok(Reply::Value(value))
}

fn real(machine: &mut Machine<'_>, text: u64, end: u64, kind: Kind) -> Result<Reply, Fault> {
    if machine.stops_at(&[text, end]) {
        return Ok(Reply::Stop);
    }
    let real = real_at_start(&string(machine, text)?, kind);
    finish(machine, text, end, real.length, real.out_of_range)?;
    Ok(Reply::Value(match kind {
        Kind::Double => real.value.to_bits(),
        Kind::Single => (real.value as f32).to_bits() as u64,
    }))
}

fn finish(
    machine: &mut Machine<'_>,
    text: u64,
    end: u64,
    length: usize,
    out_of_range: bool,
) -> Result<(), Fault> {
    if end != 0 {
        machine.write_pointer(end, text + length as u64)?;
    }
    if out_of_range {
        machine.set_errno(ERANGE)?;
    }
    Ok(())
}
