//! What programs that were written to be checked call: trailhound.h and the SV-COMP
//! conventions.

use super::{Arguments, Model, Reply};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::observe::What;
use trailhound_program::{Global, ObjectId, Op, Program, Space};

/// Replaced by the model even where the program has a body for native runs.
pub const REPLACED: &[&str] = &[
    "th_toss",
    "th_atomic_begin",
    "th_atomic_end",
    "th_assume",
    "th_assert_fail",
    "th_mark",
    "__VERIFIER_assume",
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
    ("__VERIFIER_nondet_long", |m, _| wide(m, long_bits(m), true)),
    ("__VERIFIER_nondet_longlong", |m, _| wide(m, 64, true)),
    ("__VERIFIER_nondet_ulong", |m, _| {
        wide(m, long_bits(m), false)
    }),
    ("__VERIFIER_nondet_ulonglong", |m, _| wide(m, 64, false)),
    ("__VERIFIER_nondet_size_t", |m, _| {
        wide(m, long_bits(m), false)
    }),
    ("__VERIFIER_nondet_loff_t", |m, _| wide(m, 64, true)),
    ("__VERIFIER_nondet_pthread_t", |m, _| {
        wide(m, long_bits(m), false)
    }),
    ("__VERIFIER_nondet_float", |m, _| wide_float(m, true)),
    ("__VERIFIER_nondet_double", |m, _| wide_float(m, false)),
    ("__VERIFIER_nondet_pointer", |m, _| pointer(m)),
];

fn long_bits(machine: &Machine<'_>) -> u8 {
    machine.data_model().pointer_bits() as u8
}

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

/// One value of each class that the calling function tells apart, if these are known.
fn classes<'p>(machine: &mut Machine<'p>, width: u8) -> Option<&'p [u64]> {
    if !machine.options.values_by_class {
        return None;
    }
    let frame = machine.thread.top();
    let (function, pc) = (frame.function, frame.pc);
    let body = machine.program.functions[function.index()].body.as_ref()?;
    let Op::Call { call } = body.code[pc as usize] else {
        return None;
    };
    let classes = body.calls[call as usize].classes.as_ref()?;
    if classes.width != width {
        return None;
    }
    machine.choices_by_class.insert((function, pc));
    Some(&classes.values)
}

/// Null, and the address of an object that nothing else points at.
fn pointer(machine: &mut Machine<'_>) -> Result<Reply, Fault> {
    const WIDTH: u8 = 64;
    let values = match classes(machine, WIDTH) {
        Some(values) => values.to_vec(),
        None => {
            machine.pointers_left_out = true;
            let mut globals = machine.program.globals.iter();
            let object = globals.position(|global| global.name == SOME_OBJECT);
            let address = |index| ObjectId::new(Space::STATIC, index as u32).at(0).0;
            [0].into_iter().chain(object.map(address)).collect()
        }
    };
    let Some(index) = machine.choose(values.len() as u32) else {
        return Ok(Reply::Sleep);
    };
    let value = values.get(index as usize).copied().unwrap_or(0);
    machine.observe_call(|_| match value {
        0 => "picks a null pointer".to_owned(),
        _ => "picks a pointer that is not null".to_owned(),
    });
    Ok(Reply::Value(value))
}

/// What a chosen pointer that is not null points at.
const SOME_OBJECT: &str = "trailhound.some.object";
const SOME_OBJECT_BYTES: usize = 64;

/// Adds the object that chosen pointers point at, if the program chooses any.
pub fn add_object(program: &mut Program) {
    if crate::program_facts::calls_out(program, |name| name == "__VERIFIER_nondet_pointer") {
        program.globals.push(Global {
            name: SOME_OBJECT.into(),
            display: "an object of its own".into(),
            bytes: vec![0; SOME_OBJECT_BYTES],
            constant: false,
            thread_local: false,
            align: 16,
            external: false,
            refused: None,
        });
        if let Some(short) = &mut program.short {
            // Where all room is taken, storing the pointer is refused.
            let _ = short.add_static(SOME_OBJECT_BYTES as u64, 16);
        }
    }
}

/// Tries the values that were set aside for choices too wide to enumerate, or one of each class.
fn wide(machine: &mut Machine<'_>, width: u8, signed: bool) -> Result<Reply, Fault> {
    let mut values = match classes(machine, width) {
        Some(values) => values.to_vec(),
        None => {
            machine.values_left_out = true;
            let mask = u64::MAX >> (64 - width);
            let values = machine.options.wide_values.iter();
            values.map(|&value| value as u64 & mask).collect()
        }
    };
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
    machine.begin_section();
    machine.refresh_gate();
    Ok(Reply::Void)
}

fn end_atomic(machine: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    match machine.thread.atomic_depth.checked_sub(1) {
        Some(depth) => {
            machine.end_section();
            machine.thread.atomic_depth = depth;
        }
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
