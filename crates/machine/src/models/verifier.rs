//! What programs that were written to be checked call: trailhound.h and the SV-COMP
//! conventions.

use super::{Arguments, Model, Reply};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::observe::What;

/// Replaced by the model even where the program has a body for native runs.
pub const REPLACED: &[&str] = &[
    "th_toss",
    "th_atomic_begin",
    "th_atomic_end",
    "th_assume",
    "th_assert_fail",
    "th_mark",
    "__VERIFIER_assume",
    "assume_abort_if_not",
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
];

pub const MODELS: &[(&str, Model)] = &[
    ("th_toss", toss),
    ("th_atomic_begin", begin_atomic),
    ("th_atomic_end", end_atomic),
    ("th_assume", assume),
    ("th_assert_fail", |m, a| {
        super::process::assertion(m, a.get(0)?)
    }),
    ("th_mark", mark),
    ("__VERIFIER_error", error),
    ("reach_error", error),
    ("__VERIFIER_assume", assume),
    ("assume_abort_if_not", assume),
    ("__VERIFIER_atomic_begin", begin_atomic),
    ("__VERIFIER_atomic_end", end_atomic),
    ("__VERIFIER_nondet_bool", |m, _| {
        Ok(m.choose(2).map_or(Reply::Sleep, |v| Reply::Value(v as u64)))
    }),
    ("__VERIFIER_nondet__Bool", |m, _| {
        Ok(m.choose(2).map_or(Reply::Sleep, |v| Reply::Value(v as u64)))
    }),
    ("__VERIFIER_nondet_char", |m, _| {
        Ok(m.choose(256)
            .map_or(Reply::Sleep, |v| Reply::Value(v as u64)))
    }),
    ("__VERIFIER_nondet_uchar", |m, _| {
        Ok(m.choose(256)
            .map_or(Reply::Sleep, |v| Reply::Value(v as u64)))
    }),
    ("__VERIFIER_nondet_short", |m, _| wide(m, 16, true)),
    ("__VERIFIER_nondet_ushort", |m, _| wide(m, 16, false)),
    ("__VERIFIER_nondet_int", |m, _| wide(m, 32, true)),
    ("__VERIFIER_nondet_uint", |m, _| wide(m, 32, false)),
    ("__VERIFIER_nondet_unsigned", |m, _| wide(m, 32, false)),
    ("__VERIFIER_nondet_u32", |m, _| wide(m, 32, false)),
    ("__VERIFIER_nondet_unsigned_int", |m, _| wide(m, 32, false)),
    ("__VERIFIER_nondet_long", |m, _| wide(m, 64, true)),
    ("__VERIFIER_nondet_longlong", |m, _| wide(m, 64, true)),
    ("__VERIFIER_nondet_ulong", |m, _| wide(m, 64, false)),
    ("__VERIFIER_nondet_ulonglong", |m, _| wide(m, 64, false)),
    ("__VERIFIER_nondet_size_t", |m, _| wide(m, 64, false)),
    ("__VERIFIER_nondet_loff_t", |m, _| wide(m, 64, true)),
    ("__VERIFIER_nondet_pthread_t", |m, _| wide(m, 64, false)),
    ("__VERIFIER_nondet_float", |m, _| wide_float(m, true)),
    ("__VERIFIER_nondet_double", |m, _| wide_float(m, false)),
    ("__VERIFIER_nondet_pointer", |m, _| {
        m.values_left_out = true;
        Ok(Reply::Value(0))
    }),
];

fn toss(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    match arguments.get(0)? as u32 {
        0 => Err(Fault::error(
            ErrorKind::Assertion,
            "th_toss(0): there is no value to pick",
        )),
        options if options > 1 << 16 => Err(Fault::unsupported(format!(
            "a toss of {options} values: at most {} can be tried",
            1 << 16
        ))),
        options => {
            let Some(value) = machine.choose(options) else {
                return Ok(Reply::Sleep);
            };
            machine.observe_call(|_| format!("picks {value} of {options}"));
            Ok(Reply::Value(value as u64))
        }
    }
}

/// Tries the values that were set aside for choices too wide to enumerate.
fn wide(machine: &mut Machine<'_>, width: u8, signed: bool) -> Result<Reply, Fault> {
    machine.values_left_out = true;
    let mask = u64::MAX >> (64 - width);
    let mut values: Vec<u64> = machine
        .options
        .wide_values
        .iter()
        .map(|&value| value as u64 & mask)
        .collect();
    if signed {
        values.sort_by_key(|&value| crate::arithmetic::signed(value, width));
    } else {
        values.sort_unstable();
    }
    values.dedup();
    let Some(index) = machine.choose(values.len() as u32) else {
        return Ok(Reply::Sleep);
    };
    let value = values.get(index as usize).copied().unwrap_or(0);
    machine.observe_call(|_| {
        format!(
            "picks {}",
            if signed {
                crate::arithmetic::signed(value, width)
            } else {
                value as i64
            }
        )
    });
    Ok(Reply::Value(value))
}

fn wide_float(machine: &mut Machine<'_>, single: bool) -> Result<Reply, Fault> {
    machine.values_left_out = true;
    let values: Vec<f64> = machine
        .options
        .wide_values
        .iter()
        .map(|&value| value as f64)
        .collect();
    let Some(index) = machine.choose(values.len() as u32) else {
        return Ok(Reply::Sleep);
    };
    let value = values.get(index as usize).copied().unwrap_or(0.0);
    Ok(Reply::Value(if single {
        (value as f32).to_bits() as u64
    } else {
        value.to_bits()
    }))
}

fn assume(_: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    Ok(if arguments.get(0)? as u32 == 0 {
        Reply::Pruned
    } else {
        Reply::Void
    })
}

fn error(_: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    Err(Fault::error(
        ErrorKind::Assertion,
        "the error function was reached",
    ))
}

fn begin_atomic(machine: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    if machine.thread.atomic_depth == 0 && machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.thread.atomic_depth += 1;
    machine.refresh_gate();
    Ok(Reply::Void)
}

fn end_atomic(machine: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    match machine.thread.atomic_depth.checked_sub(1) {
        Some(depth) => machine.thread.atomic_depth = depth,
        None => {
            return Err(Fault::error(
                ErrorKind::LockMisuse,
                "an atomic section ends that was never begun",
            ));
        }
    }
    machine.refresh_gate();
    Ok(Reply::Void)
}

/// `th_mark(name)` from C, with the length from Rust.
fn mark(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let text = match arguments.len() {
        1 => machine.read_string(arguments.get(0)?)?,
        _ => machine.memory.read(arguments.get(0)?, arguments.get(1)?)?,
    };
    machine.observe(What::Mark {
        name: String::from_utf8_lossy(&text).into_owned(),
    });
    Ok(Reply::Void)
}
