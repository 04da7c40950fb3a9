//! sscanf and its relatives over memory, scanf and its relatives over standard input. What a format takes out of a text is found by
//! `scan`; this puts it where the pointers point.

use super::Table;
use super::bytes::string;
use super::input;
use super::scan::{Scanned, scan};
use super::streams::STDIN;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::models::{Arguments, Reply};
use trailhound_program::DataModel;

pub const MODELS: Table = &[
    ("sscanf", |m, a| read(m, a, Rest::Call)),
    ("__isoc99_sscanf", |m, a| read(m, a, Rest::Call)),
    ("__isoc23_sscanf", |m, a| read(m, a, Rest::Call)),
    ("vsscanf", |m, a| read(m, a, Rest::List)),
    ("__isoc99_vsscanf", |m, a| read(m, a, Rest::List)),
    ("__isoc23_vsscanf", |m, a| read(m, a, Rest::List)),
    ("scanf", |m, a| take(m, a, (STDIN, 0), Rest::Call)),
    ("__isoc99_scanf", |m, a| take(m, a, (STDIN, 0), Rest::Call)),
    ("__isoc23_scanf", |m, a| take(m, a, (STDIN, 0), Rest::Call)),
    ("vscanf", |m, a| take(m, a, (STDIN, 0), Rest::List)),
    ("__isoc99_vscanf", |m, a| take(m, a, (STDIN, 0), Rest::List)),
    ("__isoc23_vscanf", |m, a| take(m, a, (STDIN, 0), Rest::List)),
    ("fscanf", |m, a| take(m, a, (a.get(0)?, 1), Rest::Call)),
    ("__isoc99_fscanf", |m, a| {
        take(m, a, (a.get(0)?, 1), Rest::Call)
    }),
    ("__isoc23_fscanf", |m, a| {
        take(m, a, (a.get(0)?, 1), Rest::Call)
    }),
];

enum Rest {
    Call,
    List,
}

fn read(machine: &mut Machine<'_>, arguments: &Arguments, rest: Rest) -> Result<Reply, Fault> {
    let (text, format) = (arguments.get(0)?, arguments.get(1)?);
    let scanned = scan(
        &string(machine, text)?,
        &string(machine, format)?,
        machine.data_model(),
    )
    .map_err(Fault::unsupported)?;
    let targets = targets(machine, arguments, (2, rest), &scanned)?;
    let mut touched = targets.clone();
    touched.extend([text, format]);
    if machine.stops_at(&touched) {
        return Ok(Reply::Stop);
    }
    for (target, bytes) in targets.into_iter().zip(&scanned.stores) {
        machine.write_bytes(target, bytes)?;
    }
    Ok(super::int(scanned.result))
}

/// Reads a stream by the format at this place of the arguments.
fn take(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    (file, format): (u64, usize),
    rest: Rest,
) -> Result<Reply, Fault> {
    let (source, text) = match input::unread(machine, file)? {
        Ok(unread) => unread,
        Err(reply) => return Ok(reply),
    };
    let directives = string(machine, arguments.get(format)?)?;
    let scanned = scan(&text, &directives, machine.data_model()).map_err(Fault::unsupported)?;
    let targets = targets(machine, arguments, (format + 1, rest), &scanned)?;
    for (target, bytes) in targets.into_iter().zip(&scanned.stores) {
        machine.write_bytes(target, bytes)?;
    }
    input::scanned(machine, source, &scanned, text.len())?;
    Ok(super::int(scanned.result))
}

/// Where the pointers of a call lead, from the argument `first` on.
fn targets(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    (first, rest): (usize, Rest),
    scanned: &Scanned,
) -> Result<Vec<u64>, Fault> {
    let mut targets = Vec::with_capacity(scanned.stores.len());
    match rest {
        Rest::Call => {
            for n in first..first + scanned.stores.len() {
                if n >= arguments.len() {
                    let message =
                        format!("the format asks for argument {}, which is not there", n + 1);
                    return Err(Fault::error(ErrorKind::Uninitialised, message));
                }
                targets.push(arguments.get(n)?);
            }
        }
        Rest::List => {
            let list = arguments.get(first)?;
            let area = match machine.data_model() {
                DataModel::Ilp32 => list,
                DataModel::Lp64 => machine.read_u64(list + 8)?,
            };
            for n in 0..scanned.stores.len() as u64 {
                let place = area + machine.word_bytes() * n;
                targets.push(machine.read_pointer(place)?);
            }
        }
    }
    Ok(targets)
}
